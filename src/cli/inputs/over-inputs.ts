import type { InspectedFile } from "../../analyses/inspect/inspected.ts";
import type { Problem } from "../../engine/input/input-problem.ts";
import type { ReadInput, TranscriptReading } from "../../engine/input/read-transcripts.ts";
import type { ReadTranscript } from "../../engine/input/transcripts/read-transcript.ts";
import type { ColumnTaker } from "../../engine/plain/rows/taken-columns.ts";
import { isOutputFailure } from "../../io/replacement/direct-output.ts";
import { type FormatFlags, formatsFrom } from "../options/format-flags.ts";
import { isClosedPipe, knownError } from "../terminal/known-error.ts";
import { noteUnread } from "../terminal/note-unread.ts";
import { createNotices, type Notices } from "../terminal/notices.ts";
import { createProgress, type Progress } from "../terminal/progress.ts";
import type { Shell } from "../terminal/shell.ts";
import { eachInput } from "./each-input.ts";
import { expectObjects } from "./expect-objects.ts";
import type { Inputs } from "./find-inputs.ts";
import type { Input } from "./input.ts";
import { bytesOf } from "./input.ts";
import { skippedFiles } from "./note-skipped.ts";
import { type Databases, readInput, withDatabases } from "./read-input.ts";
import type { InputThreads, ThreadListeners } from "./threads/input-threads.ts";

/** Listeners of a command that only reads, called for each input in turn. */
export interface InputTaker {
  /** A transcript of an input; see `TranscriptReading`. */
  transcript(read: ReadTranscript, file: string): Iterable<void> | void;
  /** Takes transcripts of an input as columns; see `TranscriptReading`. */
  columns?(file: string): ColumnTaker | undefined;
  /** Facts to collect besides the transcripts. */
  readonly looksFor?: Pick<TranscriptReading, "findsErrors" | "findsUsage" | "findsModels">;
  /** An input is done. If this throws, the input has failed. */
  file(read: InspectedFile): void;
  /** An input failed. */
  fail(): void;
  /** A file found in a folder is no transcript. */
  skip(): void;
  /** An input has nothing in it, which is no mistake. */
  empty(): void;
  /** Writes what is buffered. */
  flush(): Promise<void>;
  /** All inputs are done. */
  finish(): Promise<void>;
}

/** The options of such a command about reading inputs. */
export interface InputFlags extends FormatFlags {
  readonly strict?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/** The taker of transcripts and the options of a command that only reads. */
export interface OverInputs {
  readonly taker: InputTaker;
  readonly flags: InputFlags;
  /** Notes on all inputs, once they are read. */
  readonly notesAtEnd?: () => Iterable<string>;
  /** Threads that read inputs in place of this one, for the taker. */
  readonly threads?: InputThreads | undefined;
}

/**
 * Reads inputs and hands their transcripts to a taker. An input's errors are reported on stderr, and the others
 * are read. If the reader of stdout has left, it ends silently.
 */
export async function overInputs(
  shell: Shell,
  { inputs, errors, notes }: Inputs,
  { taker, flags, notesAtEnd, threads }: OverInputs,
): Promise<void> {
  const formats = await formatsFrom(flags);
  const quiet = flags.quiet ?? false;
  const notices = createNotices(shell.stderr, { quiet, badLines: "skipped" });
  const totalBytes = bytesOf(inputs);
  expectObjects(shell, totalBytes);
  const progress = createProgress(shell, { totalBytes, quiet });
  const skipped = skippedFiles(notices);
  const fail = (error: unknown, file?: string) => {
    progress.clear();
    const known = knownError(error, file);
    notices.error(known, known.file ?? file);
    taker.fail();
  };
  const strict = flags.strict ?? false;
  const taking = { shell, formats, strict, taker, notices, progress, threads };
  try {
    for (const note of notes) notices.note(note);
    for (const error of errors) fail(error);
    await withDatabases((databases) =>
      eachInput(
        inputs,
        {
          take: (input, turn) => takeInput(input, { ...taking, databases, turn }),
          fail: (error, { name }) => fail(error, name),
          skip(input) {
            progress.clear();
            if (!skipped.isNamed(input)) taker.skip();
          },
          isLast: isOutputFailure,
          empty({ name }) {
            progress.clear();
            notices.note(`${name} is empty`);
            taker.empty();
          },
        },
        threads,
      ),
    );
    progress.clear();
    for (const note of notesAtEnd?.() ?? []) notices.note(note);
    await taker.finish();
  } catch (error) {
    if (!isClosedPipe(error)) throw error;
  } finally {
    await threads?.close();
  }
}

/** The taker of inputs, and what reading each of them needs. */
interface InputTaking extends Pick<TranscriptReading, "formats" | "strict"> {
  readonly shell: Shell;
  readonly databases: Databases;
  readonly taker: InputTaker;
  readonly notices: Notices;
  readonly progress: Progress;
  readonly threads: InputThreads | undefined;
  /** Settles once the inputs before it have ended. */
  readonly turn: Promise<unknown>;
}

/** Reads one input, hands its transcripts to the taker, and reports its bad and unread lines. */
async function takeInput(input: Input, taking: InputTaking): Promise<void> {
  const { taker, notices, progress, threads, turn } = taking;
  const file = input.name;
  let transcripts = 0;
  const listeners = {
    onTranscript() {
      transcripts++;
    },
    onBadLine(problem: Problem) {
      progress.clear();
      notices.badLine(file, problem);
    },
    onCompressed: () => notices.holdBadLines(file),
  };
  const { flush } = taker;
  const read =
    (await threads?.read(input, { turn, onRead: progress.read, flush, ...listeners })) ??
    (await readHere(input, taking, listeners));
  progress.clear();
  notices.endOfFile(file);
  noteUnread(notices, { ...read, file, transcripts }, "left out");
  if (read.otherRecords > 0)
    notices.note(`${file}: records that are no messages, left out: ${read.otherRecords}`);
  const { layout, bytes, ...counts } = read;
  taker.file({ file, layout, bytes, transcripts, ...counts });
  await taker.flush();
}

/** Reads an input on this thread, and hands its transcripts to the taker. */
async function readHere(
  input: Input,
  { shell, databases, formats, strict, taker, progress, turn }: InputTaking,
  { onTranscript, onBadLine, onCompressed }: Omit<ThreadListeners, "turn" | "onRead" | "flush">,
): Promise<ReadInput> {
  await turn;
  const file = input.name;
  const columns = taker.columns?.(file);
  return await readInput(shell, input, {
    reading: {
      file,
      formats,
      strict,
      ...taker.looksFor,
      columns: columns && counted(columns, onTranscript),
      onTranscript(read) {
        onTranscript();
        return taker.transcript(read, file);
      },
      onBadLine,
    },
    onCompressed,
    onRead: async (count) => {
      progress.read(count);
      await taker.flush();
    },
    drain: taker.flush,
    databases,
  });
}

/** The same taker; `onTaken` is called for each transcript that it takes. */
function counted({ policy, takeRow }: ColumnTaker, onTaken: () => void): ColumnTaker {
  return {
    policy,
    takeRow(row) {
      const isTaken = takeRow(row);
      if (isTaken) onTaken();
      return isTaken;
    },
  };
}
