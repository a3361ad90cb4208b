import { visible } from "./visible.ts";

/** A value as messages show it: text in quotes, objects as JSON, control characters as `\xNN`. */
export function quoted(value: unknown): string {
  if (typeof value === "string") return `"${visible(value)}"`;
  if (typeof value !== "object" || value === null) return visible(String(value));
  return visible(JSON.stringify(value) ?? "an object");
}
