import { count } from "./amounts-in-words.ts";
import { element } from "./element.ts";

/** Chars shown at first: more than fit on a screen. */
const FIRST_CHARS = 4000;

/** A text with its line breaks; a long one is cut, with a button for the rest. */
export function longText(text: string, { isProse = false } = {}): HTMLElement {
  const pre = element("pre", { class: isProse ? "prose" : false });
  if (text.length <= FIRST_CHARS * 1.25) {
    pre.textContent = text;
    return pre;
  }
  pre.textContent = `${text.slice(0, FIRST_CHARS)}…`;
  const show = () => {
    pre.textContent = text;
    more.remove();
  };
  const more = element(
    "button",
    { type: "button", class: "more", on: { click: show } },
    `Show all ${count(text.length, "character")}`,
  );
  return element("div", { class: "long" }, pre, more);
}

/** The arguments of a call, JSON pretty-printed. */
export function argumentsText(text: string): string {
  if (text.length > 100_000) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : laidOut(value);
  } catch {
    return text;
  }
}

/** An object of simple values as one line each, with strings unquoted; anything else as JSON. */
function laidOut(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return JSON.stringify(value, undefined, 2);
  return Object.entries(value)
    .map(([key, each]) => {
      const shown = typeof each === "string" ? each : JSON.stringify(each, undefined, 2);
      return shown.includes("\n") ? `${key}:\n${shown.replace(/^/gm, "  ")}` : `${key}: ${shown}`;
    })
    .join("\n");
}
