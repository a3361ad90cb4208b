import { checkArgument, checkOptions, VALUE, type ValueKind } from "../../base/arguments.ts";
import { utf8Bytes } from "../../base/utf8-bytes.ts";
import { savesEnough } from "../../reduce/pipeline/min-gain.ts";
import { wholeNumber } from "../../reduce/pipeline/option-checks.ts";
import type { Replacement } from "../../reduce/pipeline/reduction.ts";
import { DISPATCH_MARK, maskDispatch } from "../../reduce/placeholders/dispatch.ts";
import { placeholderTest } from "../../reduce/placeholders/recognise-placeholder.ts";
import { DEFAULT_PLACEHOLDER, parseTemplate } from "../../reduce/placeholders/template.ts";
import { clipText } from "../../reduce/texts/clip.ts";
import { viewOf } from "../../reduce/texts/text-view.ts";
import type { AnyMessage } from "./chat-types.ts";
import { editChat } from "./edit-chat.ts";
import { readChat } from "./read-chat.ts";

/** The default for chars of a placeholder. */
const DEFAULT_PLACEHOLDER_CHARS = 80;

/** Indices of messages; texts, such as `Object.keys` gives, would keep nothing. */
const INDICES: ValueKind = [
  "a Set of indices, which are whole numbers",
  (value) => isSet(value) && [...value].every((index) => Number.isInteger(index)),
];

/** Also one of another realm, in which test runners and sandboxes run code. */
function isSet(value: unknown): value is ReadonlySet<unknown> {
  return Object.prototype.toString.call(value) === "[object Set]";
}

/**
 * Masks every observation whose message is not among `keepIndices`.
 *
 * Here `maxObservationChars` clips the placeholder, 80 when unset. To keep the head of an observation
 * in that many chars, use `reduce`. An observation stays as it is where a placeholder
 * would not be shorter, or where it is one already; the same array comes back when nothing is masked: do not change
 * it.
 *
 * @throws {ElisionError} `bad-option` or `bad-input` for arguments that make no sense, `unknown-shape` for
 * messages of another shape or of both.
 */
export function maskObservations<M extends AnyMessage>(
  messages: readonly M[],
  keepIndices: ReadonlySet<number>,
  options: { maxObservationChars?: number } = {},
): { messages: M[]; maskedCount: number; maskedChars: number } {
  checkOptions(options, { maxObservationChars: VALUE.number });
  checkArgument("keepIndices", keepIndices, INDICES);
  const { maxObservationChars = DEFAULT_PLACEHOLDER_CHARS } = options;
  wholeNumber("maxObservationChars", maxObservationChars);
  const chat = readChat(messages);
  const replacements: Replacement[] = [];
  let maskedChars = 0;
  for (const message of chat.transcript.messages) {
    if (keepIndices.has(chat.indexOf(message))) continue;
    for (const part of message.parts) {
      if (part.kind !== "observation" || !part.editable) continue;
      const { masked: text, maskedChars: saved } = maskDispatchObservation(
        chat.transcript.text(part),
        maxObservationChars,
      );
      if (saved === 0) continue;
      replacements.push({ part, text, rule: "window" });
      maskedChars += saved;
    }
  }
  const edited = editChat(messages, chat, { replacements, condensation: undefined });
  return { messages: edited as M[], maskedCount: replacements.length, maskedChars };
}

const WHOLE: ValueKind = [
  "a whole number, 0 or more",
  (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0,
];

/**
 * Masks one observation: every complete block of a dispatch result stays, any other text becomes the
 * placeholder, clipped to `maxChars`.
 *
 * Where that would not be shorter, or the text is masked already, it stays and `maskedChars` is 0.
 *
 * @throws {ElisionError} `bad-input` for a text that is none, and for a length that is no whole number, 0 or more.
 */
export function maskDispatchObservation(
  content: string,
  maxChars: number = DEFAULT_PLACEHOLDER_CHARS,
): { masked: string; maskedChars: number } {
  checkArgument("content", content, VALUE.text);
  checkArgument("maxChars", maxChars, WHOLE);
  const template = parseTemplate(DEFAULT_PLACEHOLDER);
  const unchanged = { masked: content, maskedChars: 0 };
  if (placeholderTest(template, maxChars)(viewOf(content))) return unchanged;
  const dispatch = content.includes(DISPATCH_MARK) ? maskDispatch(content) : undefined;
  const placeholder = DEFAULT_PLACEHOLDER.replace("{originalLength}", String(content.length));
  const masked = dispatch ?? clipText(placeholder, maxChars);
  const maskedChars = content.length - masked.length;
  const savedBytes = utf8Bytes(content) - utf8Bytes(masked);
  return savesEnough(maskedChars, savedBytes, 1) ? { masked, maskedChars } : unchanged;
}
