import { DISPATCH_MARK, maskDispatch } from "./dispatch.ts";
import { isForeignPlaceholder } from "./foreign-placeholders.ts";
import {
  type Ending,
  endingsOf,
  endsWithPlaceholder,
  isClippedPlaceholder,
  maxLength,
  type Template,
} from "./template.ts";
import type { TextView } from "./text-view.ts";

/**
 * A test for whole texts that are placeholders: of this template, with or without a head before it
 * or clipped to `limit` chars; another tool's; or a dispatch result with nothing left to mask.
 */
export function placeholderTest(
  template: Template,
  limit: number | undefined,
): (view: TextView) => boolean {
  const isOwn = endsWithPlaceholder(template);
  const endings = endingsOf(template);
  const isClipped = limit === undefined ? () => false : isClippedPlaceholder(template, limit);
  const longest = maxLength(template) + 1;

  return (view) => {
    const { chars } = view;
    if (chars === 0) return false;
    if (endings === undefined || mayEnd(view, endings)) {
      const end = view.excerpt(-longest).slice(-longest);
      if (isOwn(chars > longest ? `\0${end}` : end)) return true;
    }
    if (limit !== undefined && chars <= limit && isClipped(view.text())) return true;
    if (isForeignPlaceholder(view)) return true;
    if (!view.includes(DISPATCH_MARK)) return false;
    const text = view.text();
    return maskDispatch(text) === text;
  };
}

/** Whether a text may end in one of these ways. */
function mayEnd(view: TextView, endings: readonly Ending[]): boolean {
  for (const { last, before } of endings) if (view.mayEndWith(last, before)) return true;
  return false;
}
