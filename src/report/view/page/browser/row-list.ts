import type { PagePart } from "../page-index.ts";
import { brief, count } from "./amounts-in-words.ts";
import { decisionFor, isDropped, isReplaced, tokensUnder } from "./decisions.ts";
import { drawing, element } from "./element.ts";
import { type SessionRow, titleOf } from "./session-rows.ts";
import { type BodyState, bodyOf, partBox } from "./turn-body.ts";

/** The rows of a session on the page. */
export interface RowList {
  readonly list: HTMLElement;
  readonly boxes: readonly HTMLDetailsElement[];
  /** Redraws what a new window changes. */
  update(state: BodyState): void;
  /** Unfolds a row and draws its body at once, instead of when the browser fires the event. */
  open(row: number): HTMLDetailsElement | undefined;
}

export function rowList(rows: readonly SessionRow[], first: BodyState): RowList {
  let state = first;
  const { parts } = first.store.index;
  const most = rows.reduce((size, row) => Math.max(size, tokensOf(row, parts)), 1);
  const fill = (box: HTMLDetailsElement, row: SessionRow) => {
    if (box.open && box.childElementCount === 1) box.append(bodyOf(row, state));
  };
  const boxes = rows.map((row) => {
    const box = element("details", { class: `row ${row.who}` }, headOf(row, parts, most));
    box.addEventListener("toggle", () => fill(box, row));
    if (row.isDead) box.classList.add("dead");
    return box;
  });
  const marks = rows.map((row, k) => {
    const mark = boxes[k]?.querySelector(".state");
    return { row, box: boxes[k], mark, bar: boxes[k]?.querySelector("rect.left"), shown: "" };
  });
  const update = (next: BodyState) => {
    const previous = state;
    state = next;
    for (const each of marks) {
      const { row, box, mark, bar } = each;
      const words = stateOf(row, state);
      const tokens = tokensIn(row, state);
      const key = `${words.join()} ${tokens}`;
      if (key !== each.shown) {
        each.shown = key;
        mark?.replaceChildren(
          ...words.map((word) =>
            element("span", { class: `mark ${word.split(" ").at(-1)}` }, word),
          ),
        );
        bar?.setAttribute("width", String((100 * tokens) / most));
      }
      if (box !== undefined) redraw(box, row, { previous, state });
    }
  };
  update(first);
  const list = element("ol", { class: "rows" }, ...boxes.map((box) => element("li", {}, box)));
  return {
    list,
    boxes,
    update,
    open(number) {
      const box = boxes[number];
      const row = rows[number];
      if (box === undefined || row === undefined) return undefined;
      box.open = true;
      fill(box, row);
      return box;
    },
  };
}

/** Redraws the parts of an unfolded row whose decision has changed. */
function redraw(
  box: HTMLDetailsElement,
  row: SessionRow,
  { previous, state }: { readonly previous: BodyState; readonly state: BodyState },
): void {
  if (box.childElementCount === 1 || previous.place === state.place) return;
  for (const number of row.parts) {
    const part = state.store.index.parts[number];
    if (part === undefined) continue;
    if (decisionFor(part, previous.place) === decisionFor(part, state.place)) continue;
    box.querySelector(`[data-part="${number}"]`)?.replaceWith(partBox(number, part, state));
  }
}

/** The line of a row that stays when it is folded. */
function headOf(row: SessionRow, parts: readonly PagePart[], most: number): HTMLElement {
  const { tool, text, more } = titleOf(row, parts);
  const tokens = tokensOf(row, parts);
  const who = row.who === "agent" ? String(row.turn) : row.who === "user" ? "You" : "Sys";
  const bar = drawing(
    "svg",
    {
      class: "size-bar",
      viewBox: "0 0 100 10",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    drawing("rect", { height: 10, width: (100 * tokens) / most }),
    drawing("rect", { height: 10, class: "left" }),
  );
  const title = element("span", { class: "title" });
  if (tool !== undefined) title.append(element("b", {}, tool), " ");
  title.append(text);
  return element(
    "summary",
    {},
    element("span", { class: "who" }, who),
    title,
    element("span", { class: "plus" }, more > 0 ? `+${more}` : ""),
    element("span", { class: "state" }),
    element(
      "span",
      { class: "size", title: `${count(tokens, "token")} in the file` },
      brief(tokens),
      bar,
    ),
  );
}

/** The state of a row in short words: what in it is masked, dropped or failed. */
function stateOf(row: SessionRow, { store, place }: BodyState): readonly string[] {
  const { parts, messages } = store.index;
  const own = row.parts.flatMap((part) => parts[part] ?? []);
  const masked = own.filter((part) => isReplaced(part, place)).length;
  const before = own.filter(({ isMasked }) => isMasked).length;
  const words: string[] = [];
  if (own.some(({ isError }) => isError)) words.push("error");
  if (row.messages.every((message) => isDropped(messages[message] ?? NO_MESSAGE, place)))
    words.push("dropped");
  else if (masked > 0) words.push(`${masked} masked`);
  if (before > 0) words.push(`${before} already masked`);
  if (row.isDead) words.push("not sent");
  return words;
}

const NO_MESSAGE = { role: "user", turn: 0, first: 0 } as const;

/** The tokens of a row under the window that is shown. */
function tokensIn(row: SessionRow, { store, place }: BodyState): number {
  const { parts } = store.index;
  return row.parts.reduce((sum, number) => {
    const part = parts[number];
    return part === undefined ? sum : sum + tokensUnder(part, place);
  }, 0);
}

/** The tokens of a row as in the file. */
function tokensOf(row: SessionRow, parts: readonly PagePart[]): number {
  return row.parts.reduce((sum, part) => sum + (parts[part]?.tokens ?? 0), 0);
}
