import type { Format } from "../../../formats/format.ts";
import { SIGN_WORDS } from "../../../formats/registry/telling-keys.ts";
import type { ChatFinder } from "../../../json/tape/chat-table.ts";
import { TapeTree } from "../../../json/tape/tape-tree.ts";
import { isStored, type ReadLine, type ScanAgain } from "../lines/read-line.ts";

/**
 * Whether the kernel reads lines as the messages of a format, with results, and knows everything in them: then nothing
 * is left unread. To read them as objects takes three times as long.
 */
export function areClosedLines(
  lines: readonly ReadLine[],
  format: Format,
  scanAgain: ScanAgain,
): boolean {
  const { chat, arrange } = format;
  if (chat === undefined || arrange !== undefined) return false;
  let finder: ChatFinder | undefined;
  let results = 0;
  for (const read of lines) {
    const { tree } = read;
    if (tree === undefined) continue;
    if (isStored(read) || !(tree instanceof TapeTree)) return false;
    if (format.kindOf(tree, tree.root) !== "message") return false;
    const scanned = scanAgain(read.line)?.tree.scanned;
    if (scanned === undefined) return false;
    if (finder === undefined) {
      finder = scanned.chatLines;
      if (!finder.beginLines(chat, { keepsArguments: false, signs: SIGN_WORDS })) return false;
    }
    const columns = finder.readLine();
    if (columns?.isClosed !== true) return false;
    results += columns.count;
  }
  return results > 0;
}
