import { REF_DIGITS } from "../digest.ts";
import { DISPATCH_MARK, maskDispatch } from "./dispatch.ts";
import { isForeignPlaceholder } from "./foreign-placeholders.ts";
import {
  alike,
  type Ending,
  endingsOf,
  endsWithPlaceholder,
  isClippedPlaceholder,
  maxLength,
  type Template,
} from "./template.ts";
import type { TextView } from "./text-view.ts";

/**
 * A test for whole texts that are placeholders: of this template or one alike, with or without a head
 * before it or clipped to `limit` chars; another tool's; or a dispatch result with nothing left to mask.
 */
export function placeholderTest(
  template: Template,
  limit: number | undefined,
): (view: TextView) => boolean {
  const templates = alike(template);
  const tests = templates.map(endsWithPlaceholder);
  const isOwn = (text: string) => tests.some((test) => test(text));
  const endings = allEndings(templates);
  const clipped =
    limit === undefined
      ? []
      : (limit > REF_DIGITS ? templates : [template]).map((each) =>
          isClippedPlaceholder(each, limit),
        );
  const longest = Math.max(...templates.map(maxLength)) + 1;

  return (view) => {
    const { chars } = view;
    if (chars === 0) return false;
    if (endings === undefined || mayEnd(view, endings)) {
      const end = view.excerpt(-longest).slice(-longest);
      if (isOwn(chars > longest ? `\0${end}` : end)) return true;
    }
    if (limit !== undefined && chars <= limit) {
      const text = view.text();
      if (clipped.some((test) => test(text))) return true;
    }
    if (isForeignPlaceholder(view)) return true;
    if (!view.includes(DISPATCH_MARK)) return false;
    const text = view.text();
    return maskDispatch(text) === text;
  };
}

/** What a reference ends with. */
const DIGITS = [..."0123456789abcdef"].map((digit) => digit.charCodeAt(0));

/** What placeholders of any of these templates can end with, if that is certain. */
function allEndings(templates: readonly Template[]): readonly Ending[] | undefined {
  const endings: Ending[] = [];
  for (const template of templates) {
    const own = endingsOf(template);
    if (own === undefined) return undefined;
    endings.push(...own);
  }
  return endings;
}

/** Whether a text may end in one of these ways. */
function mayEnd(view: TextView, endings: readonly Ending[]): boolean {
  for (const { last, before } of endings) {
    if (before !== "ref") {
      if (view.mayEndWith(last, before)) return true;
    } else if (view.mayEndWith(last) && DIGITS.some((digit) => view.mayEndWith(last, digit)))
      return true;
  }
  return false;
}
