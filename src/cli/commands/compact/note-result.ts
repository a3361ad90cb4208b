import { archiveBytes, noteUserArchive } from "../../archives/run-archive.ts";
import { reasoningNotes } from "./note-reasoning.ts";
import type { Run } from "./run-state.ts";

/** Says where the originals are, if the user named no place for them. */
export function noteArchive({ archived, archive, notices, flags }: Run, bytesBefore: number): void {
  if (archived?.isUsers !== true || archive === undefined || flags.quiet === true) return;
  const isStream = STREAMS.has(flags.report);
  if (isStream && flags.reportFile === undefined) return; // Programs read it record by record.
  const addedBytes = archiveBytes(archived.dir) - bytesBefore;
  noteUserArchive(archived.dir, { addedBytes, notices });
}

/** Kinds of reports that are written input by input. */
const STREAMS: ReadonlySet<string> = new Set(["csv", "files", "ndjson"]);

/** Most rejected model replies that are named one by one. */
const MAX_REFUSALS = 20;

/** Adds to the figures: which budgets were missed and why, and how much side copies hold. */
export function noteResult({ flags, notices, report }: Run): void {
  const { overBudget, overTarget, sideCopyBytes, beforeBytes, afterBytes } = report.totals;
  if (overBudget > 0) {
    const formats = [...report.undropped].join(", ");
    const reason = formats === "" ? "" : ` (messages are never dropped from ${formats})`;
    notices.warn(`transcripts larger than their budget: ${overBudget}${reason}`);
  }
  if (overTarget > 0) notices.warn(`transcripts larger than their target: ${overTarget}`);
  const { refusals } = report;
  for (const refusal of refusals.slice(0, MAX_REFUSALS))
    notices.note(`${refusal}; used the built-in text instead`);
  if (refusals.length > MAX_REFUSALS)
    notices.note(
      `… and ${refusals.length - MAX_REFUSALS} more transcripts without the model's text`,
    );
  for (const [what, count] of report.untouched)
    notices.note(`left as they are, since their readers expect them: ${count} by ${what}`);
  for (const note of reasoningNotes(report.reasoning)) notices.note(note);
  if (report.totals.byRule["stale-reads"]?.masked !== undefined)
    notices.note(
      "--stale-reads edits the middle of the prompt and invalidates the prompt cache; in a live session it pays off after about 180 turns",
    );
  const savedBytes = Math.max(0, beforeBytes - afterBytes);
  const { maskedCount, maskedRemaining, deadMaskedCount } = report.totals;
  const isMasked = maskedCount + maskedRemaining + deadMaskedCount > 0;
  if (flags.sideCopies === "keep" && isMasked && sideCopyBytes > savedBytes)
    notices.note(
      `the ${report.totals.inputs === 1 ? "file keeps" : "files keep"} ${inKilobytes(sideCopyBytes)} of the masked output a second time, for display; --side-copies mask removes it`,
    );
}

/** Bytes in a readable unit: `750 bytes`, `99 kB`, `1.2 MB`. */
function inKilobytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
