import { ElisionError } from "../errors.ts";
import type { FormatName } from "../formats/index.ts";
import type { ReadTranscript } from "../read/read-transcript.ts";
import type { TranscriptReading } from "../read/read-transcripts.ts";
import type { InspectedFile } from "../report/inspection/inspected.ts";
import { bytesOf, type Input, type Inputs, isSkippable } from "./inputs.ts";
import { createNotices } from "./notices.ts";
import { createProgress } from "./progress.ts";
import { readInput } from "./read-input.ts";
import { isClosedPipe, knownError } from "./run.ts";
import type { Shell } from "./shell.ts";

/** What a command that only reads does with each of its inputs, one after another. */
export interface InputTaker {
  /** A transcript of an input; see `TranscriptReading`. */
  transcript(read: ReadTranscript, file: string): Iterable<void> | void;
  /** What is looked for beside the transcripts. */
  readonly looksFor?: Pick<TranscriptReading, "findsErrors" | "findsUsage">;
  /** An input is done. What is thrown makes it one that failed. */
  file(read: InspectedFile): void;
  /** An input failed. */
  fail(): void;
  /** A file found in a folder is no transcript. */
  skip(): void;
  /** Writes what there is to write by now. */
  flush(): Promise<void>;
  /** All inputs are done. */
  finish(): Promise<void>;
}

/** The options of such a command that say how its inputs are read. */
export interface InputFlags {
  readonly format?: FormatName | undefined;
  readonly strict?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/**
 * Hands what inputs hold to a taker. What goes wrong with an input is said on stderr, and the
 * others are read; that the reader of stdout has left ends it without a word.
 */
export async function overInputs(
  shell: Shell,
  { inputs, errors }: Inputs,
  { taker, flags }: { readonly taker: InputTaker; readonly flags: InputFlags },
): Promise<void> {
  const quiet = flags.quiet ?? false;
  const notices = createNotices(shell.stderr, { quiet, badLines: "skipped" });
  const progress = createProgress(shell, { totalBytes: bytesOf(inputs), quiet });
  const fail = (error: unknown, file?: string) => {
    progress.clear();
    const known = knownError(error, file);
    notices.error(known, known.file ?? file);
    taker.fail();
  };
  const take = async (input: Input) => {
    const file = input.name;
    let transcripts = 0;
    const reading: TranscriptReading = {
      file,
      format: flags.format,
      strict: flags.strict ?? false,
      ...taker.looksFor,
      onTranscript(read) {
        transcripts++;
        return taker.transcript(read, file);
      },
      onBadLine(problem) {
        progress.clear();
        notices.badLine(file, problem);
      },
    };
    const read = await readInput(shell, input, {
      reading,
      onRead: async (count) => {
        progress.read(count);
        await taker.flush();
      },
      drain: taker.flush,
    });
    progress.clear();
    notices.endOfFile(file);
    if (read.otherRecords > 0)
      notices.note(`${file}: records that are no messages, left out: ${read.otherRecords}`);
    const { layout, bytes, ...counts } = read;
    taker.file({ file, layout, bytes, transcripts, ...counts });
    await taker.flush();
  };
  try {
    for (const error of errors) fail(error);
    for (const input of inputs) {
      try {
        await take(input);
      } catch (error) {
        if (isClosedPipe(error)) throw error;
        if (error instanceof ElisionError && isSkippable(input, error)) taker.skip();
        else fail(error, input.name);
      }
    }
    progress.clear();
    await taker.finish();
  } catch (error) {
    if (!isClosedPipe(error)) throw error;
  }
}
