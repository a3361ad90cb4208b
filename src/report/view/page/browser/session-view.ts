import type { PageManifest } from "../page-index.ts";
import { count } from "./amounts-in-words.ts";
import { element } from "./element.ts";
import { highlight } from "./highlight.ts";
import type { KeyActions } from "./key-help.ts";
import { openStore, type PageStore } from "./page-store.ts";
import { type RowList, rowList } from "./row-list.ts";
import { searchBox } from "./search-box.ts";
import { rowsOf } from "./session-rows.ts";
import { tokenStrip } from "./token-strip.ts";
import type { BodyState } from "./turn-body.ts";
import { windowPanel } from "./window-panel.ts";

/** Shows one transcript in an element, and returns the actions of the keys. */
export function showSession(
  into: HTMLElement,
  transcript: number,
  { reasons }: PageManifest,
): KeyActions {
  const store = openStore(transcript);
  const rows = rowsOf(store.index);
  let state: BodyState = { store, reasons, place: store.index.chosen };
  const list = rowList(rows, state);
  const strip = tokenStrip(rows, (row) => go(row));
  let at = -1;
  /** Scrolls a row into view and focuses it. */
  const go = (row: number, { focus = true } = {}) => {
    const box = list.boxes[row];
    if (box === undefined) return;
    at = row;
    strip.point(row);
    if (focus) box.querySelector("summary")?.focus({ preventScroll: true });
    box.scrollIntoView({ block: "start" });
  };
  list.list.addEventListener("focusin", ({ target }) => {
    const box = target instanceof Element ? target.closest("details.row") : null;
    const row = list.boxes.indexOf(box as HTMLDetailsElement);
    if (row < 0 || row === at) return;
    at = row;
    strip.point(row);
  });
  const rowOf = new Map(
    rows.flatMap(({ parts }, row) => parts.map((part) => [part, row] as const)),
  );
  const search = searchBox(store, (part, words) => {
    const row = rowOf.get(part);
    if (row === undefined) return highlight(undefined, "");
    go(row, { focus: false });
    highlight(unfold(list, row, part), words);
  });
  const panel = windowPanel(store.index, (place) => {
    state = { ...state, place };
    list.update(state);
    strip.update(state);
  });
  into.replaceChildren(
    element("p", { class: "facts" }, factsOf(store)),
    panel.box,
    strip.box,
    element("div", { class: "tools" }, search.box, foldButton(list)),
    list.list,
  );
  return {
    j: () => go(Math.min(rows.length - 1, at + 1)),
    k: () => go(Math.max(0, at - 1)),
    g: () => go(0),
    G: () => go(rows.length - 1),
    n: () => search.step(1),
    N: () => search.step(-1),
    "/": () => search.input.focus(),
    "[": () => panel.move(-1),
    "]": () => panel.move(1),
  };
}

/** Unfolds everything around a part, and returns its box. */
function unfold(list: RowList, row: number, part: number): Element | undefined {
  const box = list.open(row)?.querySelector(`[data-part="${part}"]`);
  for (const inner of box?.querySelectorAll("details") ?? []) {
    inner.open = true;
    inner.dispatchEvent(new Event("toggle"));
  }
  for (const more of box?.querySelectorAll<HTMLButtonElement>("button.more") ?? []) more.click();
  return box ?? undefined;
}

function factsOf({ index }: PageStore): string {
  const { format, model, turns, messages, before, counter } = index;
  const facts = [
    format,
    ...(model === undefined ? [] : [model]),
    count(turns, "turn"),
    count(messages.length, "message"),
    `${count(before.tokens, "token")} (${counter === "chars4" ? "a quarter of the chars" : counter})`,
  ];
  return facts.join(" · ");
}

function foldButton({ boxes }: RowList): HTMLElement {
  const fold = () => {
    for (const box of boxes) box.open = false;
  };
  return element("button", { type: "button", id: "fold", on: { click: fold } }, "Fold all");
}
