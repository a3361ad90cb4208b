import { REF_DIGITS } from "../../base/digest.ts";
import { badOption } from "../../base/errors.ts";
import { remembered } from "../../base/remembered.ts";
import { clipText, head } from "../texts/clip.ts";
import { withoutBreaks } from "../texts/white-space.ts";
import { MAX_CALL } from "./call-words.ts";

/** A parsed template: a placeholder's text with fields in braces. */
export interface Template {
  readonly pieces: readonly (string | { readonly field: TemplateField })[];
  /** The template to use if this one would not save the minimum gain. */
  readonly shorter?: Template;
}

/**
 * The fields of a template: the bound of each value, so that text from the transcript cannot make a placeholder
 * long, and its pattern, so that placeholders can be recognised.
 */
export const FIELDS = {
  originalLength: { max: 16, pattern: "\\d+" },
  toolName: { max: 40, pattern: "[^\\n]{0,40}?" },
  callId: { max: 64, pattern: "[^\\n]{0,64}?" },
  turn: { max: 16, pattern: "\\d+" },
  lines: { max: 16, pattern: "\\d+" },
  // Names of Kimi proxy's mask policy, and its word for an unknown tool.
  original_chars: { max: 16, pattern: "\\d+" },
  tool_name: { max: 40, pattern: "[^\\n]{0,40}?" },
  tool_call_id: { max: 64, pattern: "[^\\n]{0,64}?" },
  args: { max: 80, pattern: "[^\\n]{0,80}?" },
  exit: { max: 16, pattern: "[a-z0-9 -]{0,16}?" },
  call: { max: MAX_CALL, pattern: `[^\\n]{0,${MAX_CALL}}?` },
  chars: { max: 24, pattern: "\\d[\\d,]*" },
  /** The reference of the removed text in an archive. */
  ref: { max: REF_DIGITS, pattern: `[0-9a-f]{${REF_DIGITS}}` },
} as const;

export type TemplateField = keyof typeof FIELDS;

/** The value of each field. */
export type FieldValues<T> = { readonly [F in TemplateField]: (of: T) => string | number };

/** The library's default placeholder. */
export const DEFAULT_PLACEHOLDER = "[observation masked — {originalLength} chars]";

/** The default with an archive. */
export const DEFAULT_WITH_REF = "[observation masked — {originalLength} chars, ref {ref}]";

/**
 * The program's default with an archive: it tells a model what it ran, how that ended and how to read the output
 * again, so that it need not repeat the call.
 */
export const DEFAULT_WITH_CALL =
  "[old tool result: {call} — {exit}, {chars} chars; elision show {ref}]";

/** The least number of literal characters in a row in a template, so that it can be recognised. */
const MIN_LITERAL = 8;

/** The most characters of a template: a longer one saves nothing, and its patterns are too large for V8. */
const MAX_TEMPLATE = 1000;

/**
 * Parses a template; throws a `bad-option` error with this option's name if it is invalid. The same source gives the
 * same template, so that what is derived from it once serves all inputs.
 */
export function parseTemplate(source: string, option = "placeholder"): Template {
  if (source.length > MAX_TEMPLATE)
    throw badOption(option, `at most ${MAX_TEMPLATE} characters`, `${source.length} characters`);
  const taken = knownApart(source);
  if ("expected" in taken) throw badOption(option, taken.expected, taken.seen);
  return taken;
}

/** The most templates that are kept: a long-running program has few. */
const MAX_KEPT = 16;
const knownApart = remembered(takeApart, MAX_KEPT);

/** A template, or why it cannot serve as one. */
function takeApart(
  source: string,
): Template | { readonly expected: string; readonly seen: string } {
  const pieces: (string | { field: TemplateField })[] = [];
  let at = 0;
  for (const match of source.matchAll(/\{(\w+)\}/g)) {
    const name = match[1] ?? "";
    if (!isField(name))
      return { expected: `only the fields ${FIELD_NAMES.join(", ")}`, seen: `{${name}}` };
    if (match.index > at) pieces.push(source.slice(at, match.index));
    pieces.push({ field: name });
    at = match.index + match[0].length;
  }
  if (at < source.length) pieces.push(source.slice(at));
  if (!pieces.some((piece) => typeof piece === "string" && piece.length >= MIN_LITERAL))
    return { expected: `at least ${MIN_LITERAL} literal characters in a row`, seen: source };
  return source === DEFAULT_WITH_CALL
    ? { pieces, shorter: parseTemplate(DEFAULT_WITH_REF) }
    : { pieces };
}

/** Whether a template has a field. */
export function hasField({ pieces }: Template, field: TemplateField): boolean {
  return pieces.some((piece) => typeof piece === "object" && piece.field === field);
}

/** The fields of a template, in order. */
export function fieldsIn({ pieces }: Template): readonly TemplateField[] {
  return pieces.flatMap((piece) => (typeof piece === "object" ? [piece.field] : []));
}

/** Every field, as a template has it: `{lines}`. */
export const FIELD_NAMES: readonly string[] = Object.keys(FIELDS).map((field) => `{${field}}`);

/** The placeholder for one thing. White space in a field becomes single spaces. */
export function renderTemplate<T>(template: Template, values: FieldValues<T>, of: T): string {
  let text = "";
  for (const piece of template.pieces) {
    if (typeof piece === "string") text += piece;
    else text += renderField(piece.field, values, of);
  }
  return text;
}

/** The end of a placeholder if images were removed with the text. */
export function omittedImages(images = 0): string {
  return images === 0 ? "" : ` (${images} image${images === 1 ? "" : "s"} omitted)`;
}

/** The value of a field in a placeholder. */
export function renderField<T>(field: TemplateField, values: FieldValues<T>, of: T): string {
  const value = values[field](of);
  return typeof value === "number" ? `${value}` : clipText(withoutBreaks(value), FIELDS[field].max);
}

/** The placeholder; of the shorter template if the first would save less than `minGain` of `chars`. */
export function renderWorth<T>(
  template: Template,
  values: FieldValues<T>,
  { of, chars, minGain }: { readonly of: T; readonly chars: number; readonly minGain: number },
): string {
  const text = renderTemplate(template, values, of);
  const { shorter } = template;
  if (shorter === undefined || chars - text.length >= minGain) return text;
  return renderTemplate(shorter, values, of);
}

/**
 * A placeholder clipped to `max` chars. For a template with a ref, text after the ref is cut first, then text
 * before it, and the ref last.
 */
export function renderClipped<T>(
  { pieces }: Template,
  max: number,
  { values, of }: { readonly values: FieldValues<T>; readonly of: T },
): string {
  const render = (part: Template["pieces"]) => renderTemplate({ pieces: part }, values, of);
  const at = pieces.findIndex(isRef);
  if (at < 0) return clipText(render(pieces), max);
  const [before, ref, after] = splitAtRef(pieces, at).map(render) as [string, string, string];
  const room = max - ref.length;
  if (room <= 0) return head(ref, Math.max(0, max));
  return before.length > room
    ? clipText(before, room) + ref
    : before + ref + clipText(after, room - before.length);
}

/** Whether a piece is the reference. */
export function isRef(piece: Template["pieces"][number]): boolean {
  return typeof piece === "object" && piece.field === "ref";
}

/** The pieces before the reference at `at`, the reference, and those after it. */
export function splitAtRef(pieces: Template["pieces"], at: number): Template["pieces"][] {
  return [pieces.slice(0, at), pieces.slice(at, at + 1), pieces.slice(at + 1)];
}

function isField(name: string): name is TemplateField {
  return Object.hasOwn(FIELDS, name);
}
