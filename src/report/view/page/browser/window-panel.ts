import type { PageIndex } from "../page-index.ts";
import { count, less, usd } from "./amounts-in-words.ts";
import { element } from "./element.ts";

/** The slider for the window, and the window's size and cost. */
export interface WindowPanel {
  readonly box: HTMLElement;
  /** Moves the slider by some places. */
  move(by: number): void;
}

/** Makes the panel; `onMove` gets the place of the window that was chosen. */
export function windowPanel(index: PageIndex, onMove: (place: number) => void): WindowPanel {
  const { windows, chosen, windowUnit } = index;
  const last = windows.length - 1;
  const slider = element("input", {
    type: "range",
    id: "window",
    min: 0,
    max: last,
    step: 1,
    value: chosen,
  });
  const figure = element("output", { for: "window", id: "window-size" });
  const result = element("p", { class: "outcome", id: "outcome", role: "status" });
  const show = () => {
    const place = Number(slider.value);
    const size = windows[place] ?? 0;
    const words = `${count(size)} ${unitIn(windowUnit, size)}`;
    figure.textContent = words;
    slider.setAttribute("aria-valuetext", words);
    result.replaceChildren(...outcomeIn(index, place));
    onMove(place);
  };
  slider.addEventListener("input", show);
  const box = element(
    "section",
    { class: "window", "aria-label": "Window" },
    element("label", { for: "window" }, "Keep tool results of the newest "),
    figure,
    slider,
    result,
  );
  show();
  return {
    box,
    move(by) {
      slider.value = String(Math.min(last, Math.max(0, Number(slider.value) + by)));
      show();
    },
  };
}

function unitIn(unit: string, size: number): string {
  const words = unit === "call-messages" ? "messages with calls" : unit;
  return size === 1 ? words.replace(/^(\w+?)s\b/, "$1") : words;
}

/** The size and cost of a prompt under a window, next to the file's. */
function outcomeIn(index: PageIndex, place: number): readonly Node[] {
  const { before, costBefore, price } = index;
  const outcome = index.outcomes[place];
  const cost = index.costs[place];
  if (outcome === undefined || cost === undefined) return [];
  const { tokens, masked, deadMasked, dropped, fits } = outcome;
  const whose = price.isOwn ? price.name : `${price.name}, not the session's model`;
  const saved = before.tokens === tokens ? "" : `(${less(before.tokens, tokens)} less)`;
  const dead = deadMasked === 0 ? "" : `(${count(deadMasked)} of them in what is no longer sent)`;
  return [
    figure("Prompt", change(count(before.tokens), count(tokens), " tokens"), saved),
    figure(
      "One request",
      change(usd(costBefore.fresh), usd(cost.fresh)),
      `new, ${usd(cost.cached)} from cache (${whose})`,
    ),
    figure("Masked", [element("b", {}, count(masked, "result"))], dead),
    ...(dropped > 0 ? [figure("Dropped", [element("b", {}, count(dropped, "message"))])] : []),
    ...(fits ? [] : [element("span", { class: "bad" }, "the budget is not met")]),
  ];
}

/** A figure with its name before it and a note after it. */
function figure(name: string, value: readonly (Node | string)[], note = ""): HTMLElement {
  return element("span", { class: "figure" }, element("span", {}, name), " ", ...value, ` ${note}`);
}

/** A value before and after; only one if they are equal. */
function change(before: string, after: string, unit = ""): readonly (Node | string)[] {
  return [before === after ? "" : `${before} → `, element("b", {}, `${after}${unit}`)];
}
