import { statSync } from "node:fs";
import type { SentMemo } from "../../api/live/sent-memo.ts";

/**
 * Memory in which the thread with the memo tells another the fewest chars of a result that the memo knows as
 * edited.
 */
export type MemoNotice = SharedArrayBuffer;

/**
 * The fewest chars plus one, 0 before the first notice; and the number of bytes of the memo's file that were
 * known then.
 */
const [LEAST, BYTES] = [0, 1];
const MOST = 2 ** 31 - 1;

/** An empty notice. */
export function createMemoNotice(): MemoNotice {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/** A memo that updates the notice whenever it learns what others sent. */
export function noticingMemo(
  memo: SentMemo & { readonly knownBytes?: number },
  notice: MemoNotice,
): SentMemo {
  const told = new Int32Array(notice);
  return {
    refresh() {
      memo.refresh();
      // In this order: a reader who sees the bytes also sees the chars that belong to them.
      Atomics.store(told, LEAST, Math.min(MOST, memo.leastEdited + 1));
      Atomics.store(told, BYTES, memo.knownBytes ?? 0);
    },
    get: (key) => memo.get(key),
    setAll: (all) => memo.setAll(all),
    get leastEdited() {
      return memo.leastEdited;
    },
  };
}

/**
 * The fewest chars of any result that a memo knows as edited; undefined before the first notice, or if its
 * file has changed since.
 */
export function leastEditedChars(notice: MemoNotice, file: string | undefined): number | undefined {
  const told = new Int32Array(notice);
  const size = file === undefined ? 0 : statSync(file, { throwIfNoEntry: false })?.size;
  if (size !== Atomics.load(told, BYTES)) return undefined;
  const least = Atomics.load(told, LEAST);
  return least === 0 ? undefined : least - 1;
}
