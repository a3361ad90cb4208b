import type { Archive } from "../../../archive/archive.ts";
import { isArchive } from "../../../archive/log/is-archive.ts";
import { openArchive } from "../../../archive/open-archive.ts";
import type { Problem } from "../../../engine/input/bad-line.ts";
import type { ReadTranscript } from "../../../engine/input/read-transcript.ts";
import { placeholderReader } from "../../../reduce/placeholders/placeholder-ref.ts";
import { DEFAULT_PLACEHOLDER, parseTemplate } from "../../../reduce/placeholders/template.ts";
import { jsonText } from "../../../report/json-text.ts";
import { turnLines } from "../../../report/turn-text.ts";
import { maskedContext, type TurnRange } from "../../../restore/show/masked-context.ts";
import { type ShownTurn, turnOf } from "../../../restore/show/shown-turn.ts";
import { archiveToRead, userArchive } from "../../archives/user-archive.ts";
import { findInputs } from "../../inputs/find-inputs.ts";
import { isEmpty } from "../../inputs/input.ts";
import { readInput } from "../../inputs/read-input.ts";
import { formatsFrom } from "../../options/format-flags.ts";
import { usage } from "../../options/usage-error.ts";
import { isClosedPipe, knownError } from "../../terminal/known-error.ts";
import { createNotices } from "../../terminal/notices.ts";
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

/** The archive that was named, or the user's if there is one. A turn can be shown without an archive. */
function archiveFor({ archive }: ShowFlags, env: Shell["env"]): Archive | undefined {
  if (archive) return openArchive(archive);
  const dir = userArchive(env);
  return dir !== undefined && isArchive(dir) ? openArchive(dir) : undefined;
}

async function showTurns(
  shell: Shell,
  words: readonly string[],
  { flags, range }: { readonly flags: ShowFlags; readonly range: TurnRange },
): Promise<number> {
  const isOne = flags.turn !== undefined;
  const flag = isOne ? "--turn" : "--turns";
  if (words.length > 1) throw usage(`show ${flag}: expected one file (got ${words.length})`, HELP);
  const { inputs, errors } = findInputs(words, { column: flags.column });
  const [input] = inputs;
  if (input === undefined || inputs.length > 1)
    throw errors[0] ?? usage(`show ${flag}: expected one file`, HELP);
  const formats = await formatsFrom(flags);
  const archive = archiveFor(flags, shell.env);
  const notices = createNotices(shell.stderr, { quiet: false, badLines: "skipped" });
  const refsIn = placeholderReader(parseTemplate(flags.placeholder ?? DEFAULT_PLACEHOLDER));
  let isFound = false;
  let shown: readonly ShownTurn[] = [];
  let others = 0;
  let turns = 0;
  const reading = {
    file: input.name,
    formats,
    strict: false,
    onTranscript(read: ReadTranscript) {
      const isAsked = flags.line === undefined ? !isFound : read.line === flags.line;
      if (!isAsked) others++;
      else if (!isFound) {
        const originals = { archive, refsIn };
        const one = isOne ? turnOf(read, range.first, originals) : undefined;
        if (one !== undefined) shown = [one];
        if (!isOne) shown = maskedContext(read, { ...range, window: flags.window }, originals);
        turns = read.transcript.turns.count;
      }
      isFound ||= isAsked;
    },
    onBadLine: (problem: Problem) => notices.badLine(input.name, problem),
  };
  try {
    await readInput(shell, input, { reading, async onRead() {} });
    if (!isFound) throw usage(`${input.name}: no transcript starts on line ${flags.line}`);
    const [first] = shown;
    if (first === undefined) {
      notices.warn(`${input.name}: no turn ${range.first} (there are ${turns})`);
      return EXIT.incomplete;
    }
    const text = flags.json
      ? `${jsonText(isOne ? first : shown)}\n`
      : shown.map(turnLines).join("\n");
    await shell.stdout.write([Buffer.from(text)]);
    if (others > 0 && flags.line === undefined)
      notices.note(`${input.name}: the first of ${others + 1} transcripts: see --line`);
    return EXIT.done;
  } catch (error) {
    if (isClosedPipe(error)) throw error;
    if (isEmpty(input, error)) {
      notices.warn(`${input.name} is empty: it has no turn ${flags.turn}`);
      return EXIT.incomplete;
    }
    const known = knownError(error, input.name);
    notices.error(known, known.file ?? input.name);
    return EXIT.failed;
  } finally {
    archive?.close();
  }
}
