import { REF_DIGITS } from "../../base/digest.ts";
import {
  DEFAULT_PLACEHOLDER,
  DEFAULT_WITH_CALL,
  DEFAULT_WITH_REF,
  FIELDS,
  isRef,
  parseTemplate,
  splitAtRef,
  type Template,
} from "./template.ts";

/** Every default text that elision ever had: recognised in every run, whatever its own placeholder is. */
const DEFAULTS = [DEFAULT_PLACEHOLDER, DEFAULT_WITH_REF, DEFAULT_WITH_CALL];

/** Whether a template is one of these. */
export function isDefault(template: Template): boolean {
  return DEFAULTS.some((source) => parseTemplate(source) === template);
}

/** The templates whose placeholders a run recognises: its own, and elision's default ones. */
export function recognised(template: Template): readonly Template[] {
  return [...new Set([template, ...DEFAULTS.map((source) => parseTemplate(source))])];
}

/** The last character of a text, and the one before it, if known. */
export interface Ending {
  readonly last: number;
  /** `ref`: a digit of one. */
  readonly before: number | "ref" | undefined;
}

/** The optional end of a placeholder: the number of images that went with the text, see `omittedImages`. */
const IMAGE_NOTE = "(?: \\(\\d{1,6} images? omitted\\))?";
const IMAGE_NOTE_END: Ending = { last: 0x29, before: 0x64 };
const MAX_IMAGE_NOTE = 24;

/** The greatest length of a template's placeholders. */
export function maxLength(template: Template): number {
  return template.pieces.reduce(
    (sum, piece) => sum + (typeof piece === "string" ? piece.length : FIELDS[piece.field].max),
    MAX_IMAGE_NOTE,
  );
}

/** The possible ends of a template's placeholders, if they are known and ASCII. */
export function endingsOf({ pieces }: Template): readonly Ending[] | undefined {
  const literal = pieces.at(-1);
  if (typeof literal !== "string") return undefined;
  const last = literal.charCodeAt(literal.length - 1);
  const before = literal.charCodeAt(literal.length - 2);
  if (last >= 0x80) return undefined;
  const isAfterRef = literal.length === 1 && pieces.length > 1 && isRef(pieces.at(-2) ?? "");
  const known = before < 0x80 ? before : undefined;
  return [{ last, before: isAfterRef ? "ref" : known }, IMAGE_NOTE_END];
}

/**
 * A test for texts that end with a placeholder of this template, alone or on a line of its own after the head of
 * an observation. It also takes the end of a text, if that does not begin right after a line break.
 */
export function endsWithPlaceholder(template: Template): (text: string) => boolean {
  const pattern = new RegExp(
    `(?:^|\\n)${template.pieces.map(patternOf).join("")}${IMAGE_NOTE}$`,
    "u",
  );
  return (text) => pattern.test(text);
}

/** A test for texts that are a placeholder of this template, clipped to `max` characters. */
export function isClippedPlaceholder(template: Template, max: number): (text: string) => boolean {
  const { pieces } = template;
  const at = pieces.findIndex(isRef);
  const whole = new RegExp(
    at < 0 ? `^${partial(pieces)}$` : clippedAroundRef(splitAtRef(pieces, at), max),
    "u",
  );
  return (text) => {
    if (text.length > max || text.length < max - 1 || max <= 0) return false;
    if (at >= 0) return whole.test(text);
    return whole.test(max > 3 && text.endsWith("...") ? text.slice(0, -3) : text);
  };
}

/** A pattern for results of `renderClipped` for a template with a ref. */
function clippedAroundRef(parts: readonly Template["pieces"][], max: number): string {
  if (max <= REF_DIGITS) return `^[0-9a-f]{${Math.max(0, max)}}$`;
  const [before = [], , after = []] = parts;
  const cut = (pieces: Template["pieces"]) => `${partial(pieces)}(?:\\.{3})?`;
  return `^${cut(before)}${FIELDS.ref.pattern}${cut(after)}$`;
}

function patternOf(piece: Template["pieces"][number]): string {
  return typeof piece === "string" ? escapePattern(piece) : FIELDS[piece.field].pattern;
}

/** A pattern for any prefix of what the pieces match. */
function partial(pieces: Template["pieces"]): string {
  const steps = pieces.flatMap((piece) =>
    typeof piece === "string"
      ? [...piece].map(escapePattern)
      : [FIELDS[piece.field].pattern.replace(/\+$/, "*")],
  );
  return steps.reduceRight((rest, step) => `(?:${step}${rest})?`, "");
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/gu, (character) =>
    character === "-" ? "\\x2d" : `\\${character}`,
  );
}
