import { clipText } from "../reduce/clip.ts";
import { DISPATCH_MARK, maskDispatch } from "../reduce/dispatch.ts";
import { placeholderTest } from "../reduce/recognise.ts";
import type { Replacement } from "../reduce/reduction.ts";
import { DEFAULT_PLACEHOLDER, parseTemplate } from "../reduce/template.ts";
import type { TextView } from "../reduce/text-view.ts";
import type { AnyChatMessage } from "./chat-message.ts";
import { editChat } from "./edit-chat.ts";
import { readChat } from "./read-chat.ts";

/** Chars of a placeholder where the caller names no number (seed 2, R3.4). */
const DEFAULT_PLACEHOLDER_CHARS = 80;

/**
 * Masks every observation whose message is not among `keepIndices` (seed 1, "Observation Masker").
 *
 * Here `maxObservationChars` clips the placeholder, 80 when unset. To keep the head of an observation
 * in that many chars (seed 2, R3.3), use `reduce`. An observation stays as it is where a placeholder
 * would not be shorter, or where it is one already; the same array comes back when nothing is masked.
 */
export function maskObservations<M extends AnyChatMessage>(
  messages: readonly M[],
  keepIndices: ReadonlySet<number>,
  { maxObservationChars = DEFAULT_PLACEHOLDER_CHARS }: { maxObservationChars?: number } = {},
): { messages: readonly M[]; maskedCount: number; maskedChars: number } {
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
  return { messages: edited, maskedCount: replacements.length, maskedChars };
}

/**
 * Masks one observation (seed 1, "Dispatch Result Detector"): of a dispatch result every complete
 * block stays, any other text becomes the placeholder, clipped to `maxChars`.
 *
 * Where that would not be shorter, or the text is masked already, it stays and `maskedChars` is 0.
 */
export function maskDispatchObservation(
  content: string,
  maxChars: number = DEFAULT_PLACEHOLDER_CHARS,
): { masked: string; maskedChars: number } {
  const template = parseTemplate(DEFAULT_PLACEHOLDER);
  const unchanged = { masked: content, maskedChars: 0 };
  if (placeholderTest(template, maxChars)(viewOf(content))) return unchanged;
  const dispatch = content.includes(DISPATCH_MARK) ? maskDispatch(content) : undefined;
  const placeholder = DEFAULT_PLACEHOLDER.replace("{originalLength}", String(content.length));
  const masked = dispatch ?? clipText(placeholder, maxChars);
  const maskedChars = content.length - masked.length;
  return maskedChars > 0 ? { masked, maskedChars } : unchanged;
}

function viewOf(text: string): TextView {
  return {
    chars: text.length,
    text: () => text,
    excerpt: (count) => (count < 0 ? text.slice(count) : text.slice(0, count)),
    includes: (literal) => text.includes(literal),
    mayBeginWith: (code) => text.charCodeAt(0) === code,
    mayEndWith: (code) => text.charCodeAt(text.length - 1) === code,
  };
}
