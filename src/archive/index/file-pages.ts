import { readSync, writevSync } from "node:fs";
import { writeFully } from "../../io/write-fully.ts";
import { clearPage, isWhole, PAGE_BYTES, sealPage } from "./index-page.ts";
import type { IndexPages } from "./index-pages.ts";

/** A page that is damaged or missing. */
export class PageDamage extends Error {}

/** A page of a file as it is on disk. */
export function readPage(file: number, number: number): Buffer {
  const page = Buffer.allocUnsafeSlow(PAGE_BYTES);
  const length = readSync(file, page, 0, PAGE_BYTES, number * PAGE_BYTES);
  if (length !== PAGE_BYTES || !isWhole(page, number))
    throw new PageDamage(`page ${number} is damaged`);
  return page;
}

/** Writes a page with its checksum. */
export function writePage(file: number, number: number, page: Buffer): void {
  sealPage(page);
  writeFully(file, page, number * PAGE_BYTES);
}

/** Pages kept in memory, at most. */
const KEPT_PAGES = 1024;

/** Read-only pages of a file, each read once while that is not changed. */
export function readOnlyPages(file: number): IndexPages {
  const refuse = (): never => {
    throw new Error("these pages are only read");
  };
  const kept = new Map<number, Buffer>();
  const read = (number: number) => {
    const known = kept.get(number);
    if (known !== undefined) return known;
    const page = readPage(file, number);
    if (kept.size === KEPT_PAGES) kept.clear();
    kept.set(number, page);
    return page;
  };
  return { read, change: refuse, add: refuse };
}

/** Pages of a file, changed in memory until they are written out. */
export interface ChangedPages extends IndexPages {
  /** Writes all pages changed since, in file order. */
  writeOut(): void;
}

/** Pages that are read and cached together. */
const BLOCK_PAGES = 16;

/** Pages that are read from a file once and then cached. */
export function changeablePages(file: number): ChangedPages {
  const blocks = new Map<number, Buffer>();
  const pages = new Map<number, Buffer>();
  const changed = new Set<number>();
  const place = (number: number) => {
    const index = Math.floor(number / BLOCK_PAGES);
    let block = blocks.get(index);
    if (block === undefined) {
      block = Buffer.alloc(BLOCK_PAGES * PAGE_BYTES);
      readSync(file, block, 0, block.length, index * block.length);
      blocks.set(index, block);
    }
    const start = (number % BLOCK_PAGES) * PAGE_BYTES;
    return block.subarray(start, start + PAGE_BYTES);
  };
  const read = (number: number) => {
    const known = pages.get(number);
    if (known !== undefined) return known;
    const page = place(number);
    if (!isWhole(page, number)) throw new PageDamage(`page ${number} is damaged`);
    pages.set(number, page);
    return page;
  };
  return {
    read,
    change(number) {
      changed.add(number);
      return read(number);
    },
    add(number) {
      const page = clearPage(place(number), number);
      pages.set(number, page);
      changed.add(number);
      return page;
    },
    writeOut() {
      const numbers = [...changed].sort((a, b) => a - b);
      for (let from = 0; from < numbers.length; ) {
        const run = runAt(numbers, from);
        const bytes = run.map((number) => read(number));
        for (const page of bytes) sealPage(page);
        writeAll(file, bytes, (run[0] ?? 0) * PAGE_BYTES);
        from += run.length;
      }
      changed.clear();
    },
  };
}

/** Pages written at a time. */
const RUN_PAGES = 256;

/** The run of consecutive numbers from an index on. */
function runAt(numbers: readonly number[], from: number): readonly number[] {
  const first = numbers[from] ?? 0;
  let end = from + 1;
  while (end < numbers.length && end - from < RUN_PAGES && numbers[end] === first + end - from)
    end++;
  return numbers.slice(from, end);
}

/** Writes consecutive pages, with one system call if possible. */
function writeAll(file: number, pages: readonly Buffer[], position: number): void {
  const count = writevSync(file, pages, position);
  if (count < pages.length * PAGE_BYTES)
    writeFully(file, Buffer.concat(pages).subarray(count), position + count);
}
