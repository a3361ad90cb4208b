import { brief, count } from "./amounts-in-words.ts";
import { isDropped, isReplaced, tokensUnder } from "./decisions.ts";
import { drawing, element } from "./element.ts";
import type { SessionRow } from "./session-rows.ts";
import type { BodyState } from "./turn-body.ts";

/** The most columns of the drawing. */
const MAX_COLUMNS = 160;
const HEIGHT = 60;

/** Kinds of tokens from the bottom up, and their names. */
const KINDS = [
  ["said", "messages"],
  ["reasoning", "reasoning"],
  ["call", "calls"],
  ["result", "results"],
  ["masked", "masked"],
] as const;
type Kind = (typeof KINDS)[number][0];

/** A chart of the tokens along the session. */
export interface TokenStrip {
  readonly box: HTMLElement;
  update(state: BodyState): void;
  /** Marks the place of a row. */
  point(row: number): void;
}

/** Draws the strip; `onPick` is called with the row that was clicked, or selected with the arrow keys. */
export function tokenStrip(rows: readonly SessionRow[], onPick: (row: number) => void): TokenStrip {
  const columns = Math.min(MAX_COLUMNS, Math.max(1, rows.length));
  const columnOf = (row: number) => Math.floor((row * columns) / rows.length);
  const firstOf = (column: number) => Math.ceil((column * rows.length) / columns);
  const svg = drawing("svg", {
    viewBox: `0 0 ${columns} ${HEIGHT}`,
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  const cursor = drawing("rect", { class: "cursor", width: 1, height: HEIGHT, x: -2 });
  const slider = element("div", { ...STRIP, "aria-valuemax": rows.length }, svg);
  let sums: Record<Kind, number>[] = [];
  const describe = (row: number) => {
    const { turn, who } = rows[row] ?? { turn: 0, who: "user" };
    const sum = sums[columnOf(row)];
    const all = sum === undefined ? 0 : KINDS.reduce((total, [kind]) => total + sum[kind], 0);
    return `${who === "agent" ? `turn ${turn}` : `${who} message`}, ${count(all, "token")} here`;
  };
  let at = 0;
  const point = (row: number) => {
    at = row;
    cursor.setAttribute("x", String(columnOf(row)));
    slider.setAttribute("aria-valuenow", String(row + 1));
    slider.setAttribute("aria-valuetext", describe(row));
  };
  listen(slider, { columns, firstOf, describe, onPick, column: () => columnOf(at) });
  const peak = element("span", {});
  const legend = element(
    "p",
    { class: "legend" },
    ...KINDS.map(([kind, name]) => element("span", { class: kind }, name)),
    peak,
  );
  return {
    box: element(
      "section",
      { class: "where", "aria-label": "Where the tokens are" },
      slider,
      legend,
    ),
    point,
    update(state) {
      sums = sumsOf(rows, state, { columns, columnOf });
      const most = Math.max(
        1,
        ...sums.map((sum) => KINDS.reduce((all, [kind]) => all + sum[kind], 0)),
      );
      peak.textContent = `tallest: ${brief(most)} tokens`;
      svg.replaceChildren(
        ...sums.flatMap((sum, column) => columnOfStrip(sum, column, most)),
        cursor,
      );
      point(at);
    },
  };
}

const STRIP = {
  class: "strip",
  role: "slider",
  tabindex: 0,
  "aria-label": "Place in the session",
  "aria-valuemin": 1,
  "aria-valuenow": 1,
};

/**
 * Picks the row that is clicked, or selected with the keys of a slider, and shows the name of the one under the
 * pointer.
 */
function listen(
  slider: HTMLElement,
  strip: {
    readonly columns: number;
    firstOf(column: number): number;
    describe(row: number): string;
    onPick(row: number): void;
    /** The column that is marked. */
    column(): number;
  },
): void {
  const { columns, firstOf } = strip;
  const within = (column: number) => Math.min(columns - 1, Math.max(0, column));
  const columnAt = (event: MouseEvent) => {
    const { left, width } = slider.getBoundingClientRect();
    return within(Math.floor(((event.clientX - left) / width) * columns));
  };
  slider.addEventListener("click", (event) => strip.onPick(firstOf(columnAt(event))));
  slider.addEventListener("mousemove", (event) => {
    slider.title = strip.describe(firstOf(columnAt(event)));
  });
  slider.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    const column = event.key === "Home" ? 0 : event.key === "End" ? columns - 1 : undefined;
    if (step === undefined && column === undefined) return;
    event.preventDefault();
    strip.onPick(firstOf(column ?? within(strip.column() + (step ?? 0))));
    slider.focus();
  });
}

function columnOfStrip(sum: Record<Kind, number>, column: number, most: number): SVGElement[] {
  let base = HEIGHT;
  return KINDS.flatMap(([kind]) => {
    const height = (sum[kind] / most) * HEIGHT;
    if (height === 0) return [];
    base -= height;
    return [drawing("rect", { class: kind, x: column + 0.05, y: base, width: 0.9, height })];
  });
}

/** The tokens of each kind in each column. Masked results count with their original tokens. */
function sumsOf(
  rows: readonly SessionRow[],
  { store, place }: BodyState,
  { columns, columnOf }: { readonly columns: number; columnOf(row: number): number },
): Record<Kind, number>[] {
  const { parts, messages } = store.index;
  const sums = Array.from({ length: columns }, () => ({
    said: 0,
    reasoning: 0,
    call: 0,
    result: 0,
    masked: 0,
  }));
  rows.forEach((row, number) => {
    const sum = sums[columnOf(number)];
    if (sum === undefined) return;
    const gone = new Set(
      row.messages.filter(
        (message) => messages[message] !== undefined && isDropped(messages[message], place),
      ),
    );
    const isGone = gone.size === row.messages.length;
    for (const index of row.parts) {
      const part = parts[index];
      if (part === undefined) continue;
      const left = isGone ? 0 : tokensUnder(part, place);
      if (isGone || isReplaced(part, place)) sum.masked += Math.max(0, part.tokens - left);
      sum[KIND_OF[part.kind]] += left;
    }
  });
  return sums;
}

const KIND_OF = {
  text: "said",
  reasoning: "reasoning",
  call: "call",
  observation: "result",
  image: "said",
} as const;
