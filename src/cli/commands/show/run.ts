import type { TranscriptReading } from "../../../engine/input/read-transcripts.ts";
import type { ReadTranscript } from "../../../engine/input/transcripts/read-transcript.ts";
import type { FormatChoice } from "../../../formats/registry/format-choice.ts";
import { placeholderReader } from "../../../reduce/placeholders/placeholder-ref.ts";
import { DEFAULT_PLACEHOLDER, parseTemplate } from "../../../reduce/placeholders/template.ts";
import { jsonText } from "../../../report/json-text.ts";
import { turnLines } from "../../../report/turn-text.ts";
import { maskedContext, type TurnRange } from "../../../restore/show/masked-context.ts";
import { type Originals, type ShownTurn, turnOf } from "../../../restore/show/shown-turn.ts";
import { archiveIfAny } from "../../archives/archive-if-any.ts";
import { archiveToRead } from "../../archives/user-archive.ts";
import { findInputs } from "../../inputs/find-inputs.ts";
import { type Input, isEmpty } from "../../inputs/input.ts";
import { readInput } from "../../inputs/read-input.ts";
import { formatsFrom } from "../../options/format-flags.ts";
import { usage } from "../../options/usage-error.ts";
import { isClosedPipe, knownError } from "../../terminal/known-error.ts";
import { createNotices, type Notices } from "../../terminal/notices.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import type { ShowFlags } from "./flags.ts";
import { showRefs } from "./show-refs.ts";

const HELP = "elision show --help";

/** Prints the originals of references, or a turn of a file. Gives the exit code. */
export async function showCommand(
  shell: Shell,
  words: readonly string[],
  flags: ShowFlags,
): Promise<number> {
  const { turn, turns, json = false } = flags;
  if (turn !== undefined && turns !== undefined)
    throw usage("show: expected --turn or --turns, not both", HELP);
  if (turn !== undefined)
    return showTurns(shell, words, { flags, range: { first: turn, last: turn } });
  if (turns !== undefined) return showTurns(shell, words, { flags, range: turns });
  if (words.length === 0) throw usage("show: expected a ref, or --turn and a file", HELP);
  return showRefs(shell, { refs: words, dir: archiveToRead(flags.archive, shell.env), json });
}

async function showTurns(
  shell: Shell,
  words: readonly string[],
  { flags, range }: { readonly flags: ShowFlags; readonly range: TurnRange },
): Promise<number> {
  const input = inputOfTurns(words, flags);
  const formats = await formatsFrom(flags);
  const archive = archiveIfAny(flags.archive, shell.env);
  const notices = createNotices(shell.stderr, { quiet: false, badLines: "skipped" });
  const refsIn = placeholderReader(parseTemplate(flags.placeholder ?? DEFAULT_PLACEHOLDER));
  const showing = { flags, range, originals: { archive, refsIn }, notices };
  try {
    const found = await readTurns(shell, input, { ...showing, formats });
    return await printTurns(shell, input, { ...showing, found });
  } catch (error) {
    if (isClosedPipe(error)) throw error;
    if (isEmpty(input, error)) {
      notices.warn(`${input.name} is empty: it has no turn ${range.first}`);
      return EXIT.incomplete;
    }
    const known = knownError(error, input.name);
    notices.error(known, known.file ?? input.name);
    return EXIT.failed;
  } finally {
    archive?.close();
  }
}

function inputOfTurns(words: readonly string[], { turn, column }: ShowFlags): Input {
  const flag = turn === undefined ? "--turns" : "--turn";
  if (words.length > 1) throw usage(`show ${flag}: expected one file (got ${words.length})`, HELP);
  const { inputs, errors } = findInputs(words, { column });
  const [input] = inputs;
  if (input === undefined || inputs.length > 1)
    throw errors[0] ?? usage(`show ${flag}: expected one file`, HELP);
  return input;
}

/** How turns are chosen and shown. */
interface Showing {
  readonly flags: ShowFlags;
  readonly range: TurnRange;
  readonly originals: Originals;
  readonly notices: Notices;
}

/** The turns to show of a transcript, and the number of all of its turns. */
interface FoundTurns {
  readonly shown: readonly ShownTurn[];
  readonly count: number;
}

/** The turns of the first transcript, or of the one that starts on `--line`; and how many others there are. */
async function readTurns(
  shell: Shell,
  input: Input,
  { formats, ...showing }: Showing & { readonly formats: FormatChoice },
): Promise<FoundTurns & { readonly others: number }> {
  const { line } = showing.flags;
  const chosen: FoundTurns[] = [];
  let others = 0;
  const reading: TranscriptReading = {
    file: input.name,
    formats,
    strict: false,
    onTranscript(read) {
      const isFirst = chosen.length === 0;
      if (!(line === undefined ? isFirst : read.line === line)) others++;
      else if (isFirst) chosen.push(turnsIn(read, showing));
    },
    onBadLine: (problem) => showing.notices.badLine(input.name, problem),
  };
  await readInput(shell, input, { reading, async onRead() {} });
  const [found] = chosen;
  if (found === undefined) throw usage(`${input.name}: no transcript starts on line ${line}`);
  return { ...found, others };
}

function turnsIn(read: ReadTranscript, { flags, range, originals }: Showing): FoundTurns {
  const { count } = read.transcript.turns;
  if (flags.turn === undefined)
    return { shown: maskedContext(read, { ...range, window: flags.window }, originals), count };
  const turn = turnOf(read, range.first, originals);
  return { shown: turn === undefined ? [] : [turn], count };
}

async function printTurns(
  { stdout }: Shell,
  { name }: Input,
  {
    flags,
    range,
    notices,
    found: { shown, count, others },
  }: Showing & { readonly found: FoundTurns & { readonly others: number } },
): Promise<number> {
  const [first] = shown;
  if (first === undefined) {
    notices.warn(`${name}: no turn ${range.first} (there are ${count})`);
    return EXIT.incomplete;
  }
  const text = flags.json
    ? `${jsonText(flags.turn === undefined ? shown : first)}\n`
    : shown.map(turnLines).join("\n");
  await stdout.write([Buffer.from(text)]);
  if (others > 0 && flags.line === undefined)
    notices.note(`${name}: the first of ${others + 1} transcripts: see --line`);
  return EXIT.done;
}
