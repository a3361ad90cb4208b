import { type FieldValues, renderTemplate, renderWorth, type Template } from "./template.ts";

/** Writes the placeholder of a template for an observation. */
export type Render<T> = (values: FieldValues<T>, of: T) => string;

/** Texts that are kept: most observations have one of some thousand lengths. */
const MAX_TEXTS = 8192;

/**
 * How placeholders of a template are written. Where the only field is the length, which is so of the
 * default, each is written once and then known.
 */
export function rendering<T>(
  template: Template,
  { lengthOf, minGain }: { readonly lengthOf: (of: T) => number; readonly minGain: number },
): Render<T> {
  if (!isOfLength(template))
    return (values, of) => renderWorth(template, values, { of, chars: lengthOf(of), minGain });
  const texts = new Map<number, string>();
  return (values, of) => {
    const length = lengthOf(of);
    const known = texts.get(length);
    if (known !== undefined) return known;
    if (texts.size >= MAX_TEXTS) texts.clear();
    const text = renderTemplate(template, values, of);
    texts.set(length, text);
    return text;
  };
}

/** Whether the only field of a template is the length. */
export function isOfLength({ pieces }: Template): boolean {
  return pieces.every((piece) => typeof piece === "string" || LENGTHS.has(piece.field));
}

const LENGTHS: ReadonlySet<string> = new Set(["originalLength", "original_chars"]);
