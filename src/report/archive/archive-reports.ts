import type { ArchiveTotals, ListedEntry } from "../../archive/list-archive.ts";
import type { PruneTotals } from "../../archive/prune/prune-totals.ts";
import type { ArchiveFault, VerifyTotals } from "../../archive/verify.ts";
import { REF_DIGITS } from "../../base/digest.ts";
import { visible } from "../../base/visible.ts";
import { startOf } from "../display-width.ts";
import { counted, number } from "../figures.ts";
import type { ItemReport } from "../item-report.ts";
import { wrap } from "../list-table.ts";

/** The width below which days are left out. */
const NARROW = 60;

/** The width of a number of bytes. */
const BYTES_WIDTH = 11;

/** The entries of an archive, in lines of at most `columns` characters. */
export function entryReport(columns: number): ItemReport<ListedEntry, ArchiveTotals> {
  return {
    names: ["entry", "entries"],
    keys: ["kind", "digest", "bytes", "time", "begins"],
    line({ kind, digest, bytes, time, begins }) {
      const day = time === undefined ? "-" : time.slice(0, 10);
      const size = number(bytes).padStart(BYTES_WIDTH);
      // On a narrow terminal, the start of a text says more than its date.
      const dated = columns < NARROW ? "" : `${day.padEnd(10)}  `;
      const head = `${digest.slice(0, REF_DIGITS)}  ${kind}${size}  ${dated}`;
      return `${head}${startOf(visible(begins), columns - head.length)}`.trimEnd();
    },
    summary({ texts, units, textBytes, logBytes, indexBytes, damagedBytes }) {
      const damage = damagedBytes > 0 ? `; damaged: ${number(damagedBytes)} of them` : "";
      const text =
        `${counted(texts, "text")} of ${number(textBytes)} bytes, ${counted(units, "unit")}; ` +
        `${number(logBytes)} bytes of log${damage}, ${number(indexBytes)} of index`;
      return wrap(text, columns).join("\n");
    },
  };
}

/** The faults of an archive. */
export const faultReport: ItemReport<ArchiveFault, VerifyTotals> = {
  names: ["fault", "faults"],
  keys: ["offset", "digest", "message"],
  line({ offset, digest, message }) {
    const place = offset === undefined ? "" : `at byte ${offset}: `;
    return `${place}${digest === undefined ? "" : `${digest.slice(0, REF_DIGITS)}: `}${message}`;
  },
  summary({ texts, units, faults }) {
    const found = faults === 0 ? "no faults" : counted(faults, "fault");
    return `${found}; ${counted(texts, "text")} and ${counted(units, "unit")} checked`;
  },
};

/** The result of pruning an archive. */
export const pruneReport: ItemReport<never, PruneTotals> = {
  names: ["entry", "entries"],
  keys: [],
  line: () => "",
  summary: ({ isDry, removedEntries, keptEntries, beforeBytes, afterBytes }) =>
    `${isDry ? "to be removed" : "removed"}: ${number(removedEntries)} of ` +
    `${number(removedEntries + keptEntries)} entries; ` +
    `bytes ${number(beforeBytes)} -> ${number(afterBytes)}`,
};
