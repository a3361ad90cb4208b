import { head } from "../texts/clip.ts";
import { type FieldValues, renderClipped, type Template } from "./template.ts";

/**
 * A placeholder in at most `limit` chars: after as much of the head of the original text as fits, or clipped.
 */
export function limitText<T>(
  placeholder: string,
  limit: number,
  about: {
    readonly template: Template;
    readonly values: FieldValues<T>;
    readonly of: T;
    excerpt(count: number): string;
  },
): string {
  if (limit < placeholder.length) return renderClipped(about.template, limit, about);
  const room = limit - placeholder.length - 1;
  const start = room > 0 ? head(about.excerpt(room + 1), room) : "";
  return start === "" ? placeholder : `${start}\n${placeholder}`;
}
