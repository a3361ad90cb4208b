import { REF_DIGITS } from "../../base/digest.ts";
import type { TextView } from "../texts/text-view.ts";
import { DISPATCH_MARK, maskDispatch } from "./dispatch.ts";
import { ANY_END_START, FOREIGN_ENDINGS, isForeignPlaceholder } from "./foreign-placeholders.ts";
import type { Template } from "./template.ts";
import {
  type Ending,
  endingsOf,
  endsWithPlaceholder,
  isClippedPlaceholder,
  maxLength,
  recognised,
} from "./template-pattern.ts";

/**
 * A test for whole texts that are placeholders: of this template or a default one, with or without a head
 * before it or clipped to `limit` chars; another tool's; or a dispatch result with nothing left to mask.
 */
export function placeholderTest(
  template: Template,
  limit: number | undefined,
): (view: TextView) => boolean {
  const endsAsOwn = endTestOf(template);
  const clipped =
    limit === undefined
      ? []
      : (limit > REF_DIGITS ? recognised(template) : [template]).map((each) =>
          isClippedPlaceholder(each, limit),
        );

  const isClipped = (view: TextView): boolean => {
    if (limit === undefined || view.chars > limit) return false;
    const text = view.text();
    return clipped.some((test) => test(text));
  };
  return (view) =>
    view.chars > 0 &&
    (endsAsOwn(view) || isClipped(view) || isForeignPlaceholder(view) || isMaskedDispatch(view));
}

/** A test for texts that end with a placeholder of this template or a default one, made once for each template. */
function endTestOf(template: Template): (view: TextView) => boolean {
  const known = END_TESTS.get(template);
  if (known !== undefined) return known;
  const templates = recognised(template);
  const tests = templates.map(endsWithPlaceholder);
  const endings = allEndings(templates);
  const longest = Math.max(...templates.map(maxLength)) + 1;
  const test = (view: TextView): boolean => {
    if (endings !== undefined && !mayEnd(view, endings)) return false;
    const end = view.excerpt(-longest).slice(-longest);
    const text = view.chars > longest ? `\0${end}` : end;
    return tests.some((each) => each(text));
  };
  END_TESTS.set(template, test);
  return test;
}

/** The tests by template: their patterns are compiled once. */
const END_TESTS = new WeakMap<Template, (view: TextView) => boolean>();

/** Whether a dispatch result has nothing left to mask. */
function isMaskedDispatch(view: TextView): boolean {
  if (!view.includes(DISPATCH_MARK)) return false;
  const text = view.text();
  return maskDispatch(text) === text;
}

/** The characters with which placeholders begin and end, except dispatch results. */
export interface PlaceholderEnds {
  /** The last characters, each with the possible ones before it, or any; undefined if any may be last. */
  readonly endings:
    | readonly { readonly last: number; readonly befores: readonly number[] | undefined }[]
    | undefined;
  /** The starts of placeholders whose end is not fixed. */
  readonly start: string;
}

/** The ends of placeholders that `placeholderTest` recognises without a limit. */
export function placeholderEnds(template: Template): PlaceholderEnds {
  const own = allEndings(recognised(template))?.map(({ last, befores }) => ({
    last,
    befores: befores.includes(undefined)
      ? undefined
      : befores.flatMap((before) => (before === "ref" ? DIGITS : (before ?? []))),
  }));
  return { endings: own && [...own, ...FOREIGN_ENDINGS], start: ANY_END_START };
}

/** The end of a reference. */
const DIGITS = [..."0123456789abcdef"].map((digit) => digit.charCodeAt(0));

/** Last characters, each with the possible ones before it. */
type Endings = readonly { readonly last: number; readonly befores: readonly Ending["before"][] }[];

/** The possible ends of placeholders of these templates, if they are known. */
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

/** Whether a text may end in one of these ways. Most already differ in the last character. */
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
