import type { PageIndex, PageManifest } from "../page-index.ts";

/** The number of decoded blocks kept: a turn's texts are mostly in one or two. */
const BLOCKS_HELD = 6;

/** Reads the page's blocks of JSON, each when it is first needed. */
export function readManifest(): PageManifest {
  return parsed("manifest") as PageManifest;
}

/** One transcript's index, and its texts. */
export interface PageStore {
  readonly index: PageIndex;
  /** The text at a place; empty if a part has none. */
  text(place: number | undefined): string;
  /** All texts of a block, by its number. */
  block(number: number): readonly string[];
}

export function openStore(transcript: number): PageStore {
  const index = parsed(`index-${transcript}`) as PageIndex;
  const held = new Map<number, readonly string[]>();
  const block = (number: number) => {
    let texts = held.get(number);
    held.delete(number);
    texts ??= parsed(`texts-${transcript}-${number}`) as readonly string[];
    held.set(number, texts);
    for (const oldest of held.keys()) {
      if (held.size <= BLOCKS_HELD) break;
      held.delete(oldest);
    }
    return texts;
  };
  return {
    index,
    block,
    text(place) {
      if (place === undefined) return "";
      const number = index.blocks.findLastIndex((first) => first <= place);
      return block(number)[place - (index.blocks[number] ?? 0)] ?? "";
    },
  };
}

function parsed(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}
