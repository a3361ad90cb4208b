import { closingLine } from "../../terminal/closing-line.ts";
import { isOn } from "../../terminal/progress.ts";
import type { Run } from "./run-state.ts";

/** Prints on a terminal how long the run took, and what to type next. */
export function noteEnd(
  { shell, flags, report, notices, archived }: Run,
  { words, start }: { readonly words: readonly string[]; readonly start: number },
): void {
  const { stderr, stdout, env, now } = shell;
  const isSeen = stderr.isTerminal && !isOn(env.CI);
  if (!isSeen || flags.report !== "table" || flags.reportFile !== undefined) return;
  const { transcripts, beforeChars, afterChars, beforeBytes, afterBytes } = report.totals;
  if (transcripts === 0) return;
  const { inPlace, backup, dryRun = false, outDir, output } = flags;
  const kept = backup === undefined ? "none" : "backup";
  const originals = archived === undefined ? kept : "archive";
  notices.note(
    closingLine({
      ms: now() - start,
      words,
      isSmaller: afterChars < beforeChars || afterBytes < beforeBytes,
      exitCode: report.exitCode,
      dryRun,
      originals: inPlace === true ? originals : undefined,
      keptIn: archived === undefined ? backup : archived.isUsers ? undefined : archived.dir,
      output: outDir ?? (output === "-" ? undefined : output),
      isOnTerminal: stdout.isTerminal,
    }),
  );
}
