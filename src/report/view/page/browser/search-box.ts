import { count } from "./amounts-in-words.ts";
import { element } from "./element.ts";
import type { PageStore } from "./page-store.ts";

/** The search of a session. */
export interface SearchBox {
  readonly box: HTMLElement;
  readonly input: HTMLInputElement;
  /** Goes to the next match (1) or the one before (-1). */
  step(by: number): void;
}

/** The most matches listed. */
const MAX_FOUND = 10_000;

/** Makes the search; `onFind` gets the part of a match and the words. */
export function searchBox(
  store: PageStore,
  onFind: (part: number, words: string) => void,
): SearchBox {
  const partOf = partsByText(store);
  let found: readonly number[] = [];
  let at = -1;
  let words = "";
  let run = 0;
  const status = element("span", { class: "found", role: "status", id: "found" });
  const input = element("input", FIELD);
  const showPosition = () => {
    status.textContent = words === "" ? "" : positionIn(found, at);
  };
  const step = (by: number) => {
    if (found.length === 0) return;
    at = (at + by + found.length) % found.length;
    showPosition();
    onFind(found[at] ?? 0, words);
  };
  const search = async () => {
    const mine = ++run;
    words = input.value.trim();
    found = [];
    at = -1;
    if (words !== "") {
      status.textContent = "searching …";
      const result = await partsWith(store, words.toLowerCase(), {
        partOf,
        isStale: () => mine !== run,
      });
      if (mine !== run) return;
      found = result;
    }
    showPosition();
    if (found.length > 0) step(1);
    else onFind(-1, "");
  };
  onTyped(input, { search, step, isSearched: () => input.value.trim() === words });
  const box = element(
    "div",
    { class: "search", role: "search" },
    input,
    stepButton("Match before", "↑", () => step(-1)),
    stepButton("Next match", "↓", () => step(1)),
    status,
  );
  return { box, input, step };
}

/** Searches soon after the words change, or at once with Enter, which steps if they were searched already. */
function onTyped(
  input: HTMLInputElement,
  {
    search,
    step,
    isSearched,
  }: Pick<SearchBox, "step"> & {
    search(): Promise<void>;
    isSearched(): boolean;
  },
): void {
  let timer = 0;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, 250);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (isSearched()) step(event.shiftKey ? -1 : 1);
    else {
      clearTimeout(timer);
      void search();
    }
  });
}

function positionIn({ length }: readonly number[], at: number): string {
  if (length === 0) return "nothing found";
  return `${count(at + 1)} of ${count(length)}${length === MAX_FOUND ? "+" : ""}`;
}

const FIELD = {
  type: "search",
  id: "search",
  placeholder: "Search all texts (/)",
  "aria-label": "Search all texts",
  autocomplete: "off",
  spellcheck: "false",
};

function stepButton(name: string, sign: string, click: () => void): HTMLElement {
  return element(
    "button",
    { type: "button", "aria-label": name, title: name, on: { click } },
    sign,
  );
}

/** The part that each text belongs to; placeholders belong to none. */
function partsByText({ index }: PageStore): ReadonlyMap<number, number> {
  const parts = new Map<number, number>();
  index.parts.forEach(({ text, original }, number) => {
    if (text !== undefined) parts.set(text, number);
    if (original !== undefined) parts.set(original, number);
  });
  return parts;
}

/** The parts that have the words, in order; block after block, so that the page stays alive. */
async function partsWith(
  store: PageStore,
  words: string,
  { partOf, isStale }: { readonly partOf: ReadonlyMap<number, number>; isStale(): boolean },
): Promise<readonly number[]> {
  const found = new Set<number>();
  for (const [number, first] of store.index.blocks.entries()) {
    if (isStale() || found.size >= MAX_FOUND) break;
    store.block(number).forEach((text, k) => {
      const part = partOf.get(first + k);
      if (part !== undefined && found.size < MAX_FOUND && text.toLowerCase().includes(words))
        found.add(part);
    });
    await new Promise((done) => setTimeout(done));
  }
  store.index.parts.forEach(({ tool }, number) => {
    if (found.size < MAX_FOUND && tool?.toLowerCase() === words) found.add(number);
  });
  return [...found].sort((a, b) => a - b);
}
