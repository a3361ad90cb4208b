import { count } from "./amounts-in-words.ts";
import { element } from "./element.ts";

/** Chars that are shown at first: more than a screen of them. */
const FIRST_CHARS = 4000;

/** A text in its own lines; of a long one the start, and a button for the rest. */
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

/** Arguments of a call, JSON among them laid out. */
export function argumentsText(text: string): string {
  if (text.length > 100_000) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : laidOut(value);
  } catch {
    return text;
  }
}

/** An object of simple values with a line each, its texts as they read; anything else as JSON. */
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
