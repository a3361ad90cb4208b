import { newPage } from "./index-page.ts";

/** Numbered pages, in memory or in a file. */
export interface IndexPages {
  /** A page to be read; it may hold only until another is. */
  read(number: number): Buffer;
  /** A page to be changed. */
  change(number: number): Buffer;
  /** Adds an empty page, with a number that has none. */
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
