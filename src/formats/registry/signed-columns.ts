import type { ChatColumns, ChatTable } from "../../json/tape/chat-table.ts";
import type { ScannedRecord } from "../../json/tape/scanned-record.ts";
import { SIGN_WORDS } from "./telling-keys.ts";

/**
 * The columns of a conversation by a table. The kernel learns the words that formats are recognised by when a key may be
 * one: by those it knows that a conversation is closed.
 */
export function signedColumns(scanned: ScannedRecord, table: ChatTable): ChatColumns | undefined {
  const columns = scanned.chat(table);
  const isOpen = columns?.isClosed === false;
  return isOpen && scanned.learnSigns(SIGN_WORDS) ? scanned.chat(table) : columns;
}
