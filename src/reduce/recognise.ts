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

/** Last characters, each with what can stand before it. */
type Endings = readonly { readonly last: number; readonly befores: readonly Ending["before"][] }[];

/** What placeholders of any of these templates can end with, if that is certain. */
function allEndings(templates: readonly Template[]): Endings | undefined {
  const befores = new Map<number, Set<Ending["before"]>>();
  for (const template of templates) {
    const own = endingsOf(template);
    if (own === undefined) return undefined;
    for (const { last, before } of own)
      befores.set(last, (befores.get(last) ?? new Set()).add(before));
  }
  return [...befores].map(([last, before]) => ({ last, befores: [...before] }));
}

/** Whether a text may end in one of these ways; most do not even end with one of the characters. */
function mayEnd(view: TextView, endings: Endings): boolean {
  for (const ending of endings)
    if (view.mayEndWith(ending.last) && mayEndIn(view, ending)) return true;
  return false;
}

function mayEndIn(view: TextView, { last, befores }: Endings[number]): boolean {
  return befores.some((before) =>
    before === "ref"
      ? DIGITS.some((digit) => view.mayEndWith(last, digit))
      : view.mayEndWith(last, before),
  );
}
