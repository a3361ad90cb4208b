import type { ElisionError } from "../../../base/errors.ts";
import type { CommandOutput } from "../../inputs/command-output.ts";
import type { Input } from "../../inputs/input.ts";
import { usage } from "../../options/usage-error.ts";
import { layoutOf } from "./layout-of.ts";
import type { Run } from "./run-state.ts";

/** One output for all inputs, with a line break between two where the first has none. */
export function joined(output: CommandOutput, inputs: readonly Input[]) {
  let last = 0x0a;
  const next = (): CommandOutput => {
    let isFirst = true;
    return {
      direct: () => (inputs.length === 1 ? output.direct?.() : undefined),
      async write(pieces) {
        const end = pieces.at(-1)?.at(-1);
        if (end === undefined) return;
        if (isFirst && last !== 0x0a) await output.write([Buffer.from("\n")]);
        isFirst = false;
        last = end;
        await output.write(pieces);
      },
      commit: async () => {},
      abort: () => {},
      unname: () => output.unname?.(),
    };
  };
  return { next, end: () => output.commit(), abort: () => output.abort() };
}

/**
 * Reads the start of each file, before anything is written, and refuses sessions that would share an
 * output: only rows can be written one after another. Says whether the inputs must be rows.
 */
export async function requireRows(run: Run, inputs: readonly Input[]): Promise<boolean> {
  let sessions = 0;
  let rows = 0;
  let unknown = 0;
  for (const input of inputs) {
    if (input.kind === "stdin" || !input.stats.isFile()) {
      unknown++;
      continue;
    }
    const layout = await layoutOf(run, input);
    if (layout === "rows") rows++;
    else if (layout !== undefined) sessions++;
  }
  const all = sessions + rows + unknown;
  if (sessions > 0 && all > 1) throw notOneOutput(run, `${all} sessions`);
  return all > 1;
}

/** The usage error for one output of inputs that are not all rows. */
export function notOneOutput(
  { flags: { output } }: Pick<Run, "flags">,
  what: string,
): ElisionError {
  const one = output === undefined || output === "-" ? "stdout" : `file, ${output}`;
  return usage(
    `cannot write ${what} to one ${one}: each is a file of its own`,
    "preview with -n, or use --out-dir DIR or --in-place",
  );
}
