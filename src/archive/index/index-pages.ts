import { newPage } from "./index-page.ts";

/** Numbered pages, in memory or in a file. */
export interface IndexPages {
  /** A page to read; valid until the next call. */
  read(number: number): Buffer;
  /** A page to change. */
  change(number: number): Buffer;
  /** Adds an empty page with a new number. */
  add(number: number): Buffer;
}

/** Pages that are only in memory. */
export function memoryPages(): IndexPages {
  const pages: Buffer[] = [];
  const read = (number: number) => {
    const page = pages[number];
    if (page === undefined) throw new Error(`there is no page ${number}`);
    return page;
  };
  return {
    read,
    change: read,
    add(number) {
      const page = newPage(number);
      pages[number] = page;
      return page;
    },
  };
}
