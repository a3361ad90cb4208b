import { statSync } from "node:fs";
import type { SentMemo } from "../api/live/sent-memo.ts";

/** Memory in which the thread that has a memo tells another how few chars the results have that it knows as edited. */
export type MemoNotice = SharedArrayBuffer;

/** The least chars and one more, 0 where nothing is told yet; and the bytes of the memo's file that it knew then. */
const [LEAST, BYTES] = [0, 1];
const MOST = 2 ** 31 - 1;

/** A notice in which nothing is told yet. */
export function createMemoNotice(): MemoNotice {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/** The same memo, which tells of itself whenever it has learned what others sent. */
export function toldMemo(
  memo: SentMemo & { readonly knownBytes?: number },
  notice: MemoNotice,
): SentMemo {
  const told = new Int32Array(notice);
  return {
    refresh() {
      memo.refresh();
      // In this order: who sees the bytes sees the chars that belong to them.
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
 * The chars that each result has at least which a memo knows as edited; undefined where nothing is told, or its file is
 * another by now.
 */
export function toldLeast(notice: MemoNotice, file: string | undefined): number | undefined {
  const told = new Int32Array(notice);
  const size = file === undefined ? 0 : statSync(file, { throwIfNoEntry: false })?.size;
  if (size !== Atomics.load(told, BYTES)) return undefined;
  const least = Atomics.load(told, LEAST);
  return least === 0 ? undefined : least - 1;
}
