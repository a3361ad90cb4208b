import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { syncFolder } from "../../io/replacement/sync-folder.ts";
import { hearSignals, onSignal, takeTurn } from "../../io/signals.ts";
import { readAt } from "../../io/store/read-at.ts";
import { ArchiveIndex } from "../index/archive-index.ts";
import { INDEX_NAMES } from "../index/index-files.ts";
import { type LogPart, readLog } from "../log/log.ts";
import { linesIn } from "../log/log-lines.ts";
import { encodeMember } from "../log/member.ts";
import { openLog } from "../log/open-log.ts";
import { setAside } from "../log/set-aside.ts";
import { digestOf, type KeptDigests } from "./kept-digests.ts";
import type { PruneTotals } from "./prune-totals.ts";

/** Counts the kept and the removed entries of a log. */
export function countKept(log: number, kept: KeptDigests): PruneTotals {
  const totals = { isDry: true, keptEntries: 0, removedEntries: 0, beforeBytes: 0, afterBytes: 0 };
  for (const part of readLog(log)) {
    totals.beforeBytes += part.length;
    totals.afterBytes += keptOf(part, log, { kept, totals }).length;
  }
  return totals;
}

/** Writes a new log of the kept entries, which atomically replaces the old one. */
export async function rewrite({
  path,
  log,
  kept,
}: {
  path: string;
  log: number;
  kept: KeptDigests;
}): Promise<void> {
  const temporary = `${path}.tmp`;
  const remove = () => rmSync(temporary, { force: true });
  const forget = onSignal(remove);
  const file = openSync(temporary, "w", 0o600);
  try {
    for (const part of readLog(log)) {
      await takeTurn();
      if (part.kind === "damage" && part.isTail)
        setAside(dirname(path), readAt(log, part.offset, part.length), part.offset);
      const bytes = keptOf(part, log, { kept });
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    }
    await hearSignals();
    fsyncSync(file);
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } finally {
    closeSync(file);
    remove();
    forget();
    await hearSignals();
  }
}

/** The kept entries of a part of the log; a damaged part is kept whole, since it may still be repaired. */
function keptOf(
  part: LogPart,
  log: number,
  { kept, totals }: { readonly kept: KeptDigests; readonly totals?: PruneTotals },
): Buffer {
  const whole = () => readAt(log, part.offset, part.length);
  if (part.kind === "damage") return part.isTail ? Buffer.alloc(0) : whole();
  const lines = [...linesIn(part)];
  const staying = lines.filter((line) => kept.has(digestOf(line)));
  if (totals !== undefined) {
    totals.keptEntries += staying.length;
    totals.removedEntries += lines.length - staying.length;
  }
  if (staying.length === 0) return Buffer.alloc(0);
  return staying.length === lines.length
    ? whole()
    : encodeMember(Buffer.concat(staying), part.time);
}

/** Builds the index of the new log. */
export function renewIndex(dir: string): void {
  for (const name of INDEX_NAMES) rmSync(join(dir, name), { force: true });
  const log = openLog(dir);
  const index = new ArchiveIndex({ dir, log });
  index.refresh();
  index.close();
  closeSync(log);
}
