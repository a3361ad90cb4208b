import { type FieldValues, renderTemplate, renderWorth, type Template } from "./template.ts";

/** Writes the placeholder of a template for an observation. */
export type Render<T> = (values: FieldValues<T>, of: T) => string;

/** Cached texts: most observations have one of a few thousand lengths. */
const MAX_TEXTS = 8192;

/**
 * Writes the placeholders of a template. If its only field is the length, as in the default, each text is made
 * once and cached.
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
