import { lstatSync } from "node:fs";
import { diffRead } from "../../../analyses/diff/diff-read.ts";
import type { DiffChange } from "../../../analyses/diff/result.ts";
import { visible } from "../../../base/visible.ts";
import type { Policy } from "../../../reduce/pipeline/checked-policy.ts";
import { looksForErrors } from "../../../reduce/pipeline/policy.ts";
import { changeText } from "../../../report/diff/diff-text.ts";
import { number } from "../../../report/figures.ts";
import type { Inputs } from "../../inputs/find-inputs.ts";
import { createInputCounts } from "../../inputs/input-counts.ts";
import { type OverInputs, overInputs } from "../../inputs/over-inputs.ts";
import type { Layer } from "../../options/settings.ts";
import { usage } from "../../options/usage-error.ts";
import { wantsColor } from "../../terminal/color.ts";
import type { Shell } from "../../terminal/shell.ts";
import { DEFAULT_COLUMNS } from "../../terminal/stream-width.ts";
import { writeAnswers } from "./answers-file.ts";
import { createAsker } from "./asker.ts";
import type { DiffFlags } from "./flags.ts";

/** The default file of answers. */
const ANSWERS = "elision-answers.toml";

/** The options of a diff that asks. */
interface DiffAsking extends Required<Pick<OverInputs, "notesAtEnd">> {
  readonly flags: DiffFlags;
  readonly policy: Policy;
}

/** Asks about each tool result that would be masked, and writes the answers. Gives the exit code. */
export async function askAboutChanges(
  shell: Shell,
  found: Inputs,
  given: DiffAsking & { readonly settings: Layer },
): Promise<number> {
  const { flags, settings } = given;
  const path = flags.answers ?? ANSWERS;
  if (found.inputs.some(({ kind }) => kind === "stdin"))
    throw usage("--interactive reads the answers from stdin", "name the files to ask about");
  if (flags.report !== "table") throw usage("--interactive has no report", "leave --report off");
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
    throw usage(`${path} exists`, "name another file with --answers, or remove it");
  const { changes, exitCode } = await gathered(shell, found, given);
  const results = changes.filter(({ ref }) => ref !== undefined);
  const { stderr } = shell;
  const others = changes.length - results.length;
  if (others > 0)
    stderr.write(`changes that are no tool results, not asked about: ${number(others)}\n`);
  if (results.length === 0) {
    stderr.write("no tool result would be masked: nothing to ask\n");
    return exitCode;
  }
  const layout = {
    columns: stderr.columns ?? DEFAULT_COLUMNS,
    color: wantsColor(flags.color, shell.env, stderr),
  };
  const asker = createAsker(shell, results.length);
  for (const change of results) {
    asker.next(change, () => stderr.paint(changeText(change, layout)));
    if (!(await asker.answer())) break;
  }
  const { keepRefs, keepTools, counts, isEmpty } = asker.answers;
  if (isEmpty)
    throw usage(
      "stdin ended before the first answer: nothing was written",
      "run it in a terminal, or pipe the answers",
    );
  await writeAnswers(path, { settings, keepRefs, keepTools });
  const left = results.length - counts.masked - counts.kept;
  stderr.write(
    `masked ${number(counts.masked)}, kept ${number(counts.kept)}${left > 0 ? `, not asked about (masked) ${number(left)}` : ""}\n` +
      `wrote ${path}; to use it: elision --config ${visible(path)} FILE\n`,
  );
  return exitCode;
}

async function gathered(
  shell: Shell,
  found: Inputs,
  { flags, policy, notesAtEnd }: DiffAsking,
): Promise<{ readonly changes: readonly DiffChange[]; readonly exitCode: number }> {
  const counts = createInputCounts();
  const changes: DiffChange[] = [];
  const formats = new Map<string, number>();
  await overInputs(shell, found, {
    flags,
    notesAtEnd,
    taker: {
      looksFor: { findsErrors: looksForErrors(policy) },
      transcript(read, file) {
        changes.push(...diffRead(read, { file, policy }).changes);
      },
      file: (read) => counts.file(read, formats),
      fail: () => counts.fail(),
      skip: () => counts.skip(),
      empty: () => counts.empty(),
      async flush() {},
      async finish() {},
    },
  });
  return { changes, exitCode: counts.exitCode };
}
