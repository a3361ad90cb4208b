import { listArchive } from "../../../archive/list-archive.ts";
import { verifyArchive } from "../../../archive/verify.ts";
import { quoted } from "../../../base/quoted.ts";
import { entryReport, faultReport, pruneReport } from "../../../report/archive/archive-reports.ts";
import { createItemReporter, type ItemReport } from "../../../report/item-report.ts";
import { archiveToRead } from "../../archives/user-archive.ts";
import { usage } from "../../options/usage-error.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { tableWidth } from "../../terminal/stream-width.ts";
import type { ArchiveFlags } from "./flags.ts";
import { pruneArchive } from "./prune-archive.ts";

const HELP = "elision archive --help";

/** Runs `ls`, `verify` or `prune` on an archive folder. Gives the exit code. */
export async function archiveCommand(
  shell: Shell,
  [action = "", ...words]: readonly string[],
  flags: ArchiveFlags,
): Promise<number> {
  if (action !== "ls" && action !== "verify" && action !== "prune")
    throw usage(
      `archive: ${action === "" ? "ls, verify or prune is missing" : `expected ls, verify or prune (got ${quoted(action)})`}`,
      HELP,
    );
  const [named, files] = flags.isTyped ? [undefined, words] : [words[0], words.slice(1)];
  const dir = named ?? archiveToRead(flags.archive, shell.env);
  if (action === "prune") {
    const totals = await pruneArchive(shell, dir, { files, flags });
    await report(shell, flags, { items: only(totals), of: pruneReport });
    return EXIT.done;
  }
  if (files.length > 0 || flags.olderThan !== undefined || flags.dryRun)
    throw usage(`archive ${action}: expected a folder and nothing else`, HELP);
  const columns = tableWidth(shell.stdout, shell.env);
  if (action === "ls") {
    await report(shell, flags, { items: listArchive(dir), of: entryReport(columns) });
    return EXIT.done;
  }
  const { faults } = await report(shell, flags, { items: verifyArchive(dir), of: faultReport });
  return faults > 0 ? EXIT.incomplete : EXIT.done;
}

/** Chars buffered before they are written. */
const WRITTEN_CHARS = 64 * 1024;

/** Writes items as they are produced, then their totals, and returns the totals. */
async function report<Item extends object, Totals extends object>(
  { stdout }: Shell,
  flags: ArchiveFlags,
  { items, of }: { items: Generator<Item, Totals>; of: ItemReport<Item, Totals> },
): Promise<Totals> {
  let text: string[] = [];
  let held = 0;
  const reporter = createItemReporter(flags.report, of, (more) => {
    text.push(more);
    held += more.length;
  });
  const flush = async () => {
    const bytes = Buffer.from(text.join(""));
    text = [];
    held = 0;
    await stdout.write([bytes]);
  };
  for (;;) {
    const { done, value } = items.next();
    if (done) {
      await reporter.finish(value);
      await flush();
      return value;
    }
    reporter.item(value);
    if (held >= WRITTEN_CHARS) await flush();
  }
}

/** No items, and their totals. */
// biome-ignore lint/correctness/useYield: there is nothing to list
function* only<Totals>(totals: Totals): Generator<never, Totals> {
  return totals;
}
