import { openArchive } from "../archive/archive.ts";
import type { ReadTranscript } from "../read/read-transcript.ts";
import { placeholderReader } from "../reduce/placeholder-ref.ts";
import { DEFAULT_PLACEHOLDER, parseTemplate } from "../reduce/template.ts";
import { turnLines } from "../report/turn.ts";
import { type ShownTurn, turnOf } from "../show/turn.ts";
import type { ShowFlags } from "./commands/show.ts";
import { findInputs } from "./inputs.ts";
import { createNotices } from "./notices.ts";
import { readInput } from "./read-input.ts";
import { isClosedPipe, knownError } from "./run.ts";
import { EXIT, type Shell } from "./shell.ts";
import { showRefs } from "./show-refs.ts";
import { usage } from "./usage.ts";

const HELP = "elision show --help";

/** Prints what references stand for, or a turn of a file. Gives the exit code. */
export async function showCommand(
  shell: Shell,
  words: readonly string[],
  flags: ShowFlags,
): Promise<number> {
  const { archive: dir, turn, json = false } = flags;
  if (turn !== undefined) return showTurn(shell, words, { ...flags, turn });
  if (words.length === 0) throw usage("show: expected a ref, or --turn and a file", HELP);
  if (dir === undefined) throw usage("show: expected an archive", "name it with --archive");
  return showRefs(shell, { refs: words, dir, json });
}

async function showTurn(
  shell: Shell,
  words: readonly string[],
  flags: ShowFlags & { readonly turn: number },
): Promise<number> {
  if (words.length > 1) throw usage(`show --turn: expected one file (got: ${words.length})`, HELP);
  const { inputs, errors } = findInputs(words);
  const [input] = inputs;
  if (input === undefined || inputs.length > 1)
    throw errors[0] ?? usage("show --turn: expected one file", HELP);
  const archive = flags.archive === undefined ? undefined : openArchive(flags.archive);
  const notices = createNotices(shell.stderr, { quiet: false, badLines: "skipped" });
  const refsIn = placeholderReader(parseTemplate(flags.placeholder ?? DEFAULT_PLACEHOLDER));
  let isFound = false;
  let shown: ShownTurn | undefined;
  let others = 0;
  let turns = 0;
  const reading = {
    file: input.name,
    format: flags.format,
    strict: false,
    onTranscript(read: ReadTranscript) {
      const isAsked = flags.line === undefined ? !isFound : read.line === flags.line;
      if (!isAsked) others++;
      else if (!isFound) {
        shown = turnOf(read, flags.turn, { archive, refsIn });
        turns = read.transcript.turns.count;
      }
      isFound ||= isAsked;
    },
    onBadLine: (problem: { line: number; column: number; message: string }) =>
      notices.badLine(input.name, problem),
  };
  try {
    await readInput(shell, input, { reading, async onRead() {} });
    if (!isFound) throw usage(`${input.name}: no transcript starts on line ${flags.line}`);
    if (shown === undefined) {
      notices.warn(`${input.name}: no turn ${flags.turn} (there are ${turns})`);
      return EXIT.incomplete;
    }
    const text = flags.json ? `${JSON.stringify(shown)}\n` : turnLines(shown);
    await shell.stdout.write([Buffer.from(text)]);
    if (others > 0 && flags.line === undefined)
      notices.note(`${input.name}: the first of ${others + 1} transcripts: see --line`);
    return EXIT.done;
  } catch (error) {
    if (isClosedPipe(error)) throw error;
    const known = knownError(error, input.name);
    notices.error(known, known.file ?? input.name);
    return EXIT.failed;
  } finally {
    archive?.close();
  }
}
