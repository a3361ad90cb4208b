import { compactSource } from "../../../engine/compact-source.ts";
import { type Ask, keyOf } from "../../../reduce/asking/ask.ts";
import type { Input } from "../../inputs/input.ts";
import { withInput } from "../../inputs/with-input.ts";
import type { Run } from "./run-state.ts";

/**
 * Compacts an input only to collect the questions for a model, each once. Awaits `pace` while it reads. Errors of
 * the input are reported later, when it is compacted for its output.
 */
export async function gatherAsks(
  run: Run,
  input: Input,
  { visit, pace }: { visit(ask: Ask, key: string): void; pace(): Promise<void> },
): Promise<void> {
  const seen = new Set<string>();
  const job = {
    ...run.job(input.name),
    archive: undefined,
    explain: false,
    onTranscript: () => {},
    onBadLine: () => {},
    answers(ask: Ask) {
      const key = keyOf(ask);
      if (!seen.has(key)) visit(ask, key);
      seen.add(key);
      return undefined;
    },
  };
  try {
    await withInput(input, run.shell, ({ source, store }) =>
      compactSource(job, { source, store, write: pace }),
    );
  } catch {
    // Reported when the input's turn comes.
  }
}
