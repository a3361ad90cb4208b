import { refOf } from "../../base/digest.ts";
import { shortenResult } from "../../reduce/first-sight/shorten-result.ts";
import { maskDispatch } from "../../reduce/placeholders/dispatch.ts";
import { fieldsFrom } from "../../reduce/placeholders/placeholder-fields.ts";
import { placeholderTest } from "../../reduce/placeholders/recognise-placeholder.ts";
import {
  type FieldValues,
  omittedImages,
  renderTemplate,
} from "../../reduce/placeholders/template.ts";
import { isExempt } from "../../reduce/rules/exempt-tools.ts";
import { viewOf } from "../../reduce/texts/text-view.ts";
import type { LoopPolicy } from "./compactor-options.ts";
import type { LoopPlace } from "./loop-places.ts";
import type { LoopPart } from "./loop-reader.ts";
import type { ResultWindow } from "./result-window.ts";

/** A tool result and its place. */
export interface PlacedResult extends LoopPlace {
  readonly part: LoopPart;
}

/** A tool result in a conversation, and the text sent for it. */
export interface LoopResult extends PlacedResult {
  /** The text sent instead of its own; undefined if its own is sent. */
  sent: string | undefined;
  isMasked: boolean;
}

/** Decides what is sent for results. Pure, except that it keeps originals. */
export interface LoopDecisions {
  /** Shortens a result that was never sent, if it is too large. */
  firstSight(result: LoopResult): void;
  /** Whether a window may mask it. */
  mayBeMasked(result: LoopResult): boolean;
  /** Masks a result that is outside the window, if worthwhile; returns whether it did. */
  mask(result: LoopResult): boolean;
}

/** The fields of placeholders for results. */
export const RESULT_FIELDS: FieldValues<PlacedResult> = fieldsFrom<PlacedResult>({
  text: ({ part }) => part.text(),
  excerpt: ({ part }, count) => viewOf(part.text()).excerpt(count),
  chars: ({ part }) => part.chars,
  isError: ({ part }) => part.isError,
  turn: ({ turn }) => turn,
  toolName: ({ toolName }) => toolName,
  callId: ({ part }) => part.id,
  args: ({ args }) => args,
  ref: ({ part }) => refOf(part.text()),
});

/** Whether a result may be edited, judged by its tool alone. */
export function isFree(
  { part, toolName = "" }: PlacedResult,
  { keepExempt, isKeptTool }: Pick<ResultWindow, "keepExempt" | "isKeptTool">,
): boolean {
  return part.editable && !(keepExempt && isExempt(toolName)) && isKeptTool?.(toolName) !== true;
}

export function decisionsOf(policy: LoopPolicy): LoopDecisions {
  const { firstSight: limit, originals, placeholder, minGain } = policy;
  const isPlaceholder = placeholderTest(placeholder, undefined);
  return {
    firstSight(result) {
      const { part, toolName } = result;
      if (limit === undefined || part.chars <= limit || part.images > 0) return;
      if (!isFree(result, policy) || toolName === policy.toolName) return;
      const text = part.text();
      const ref = refOf(text);
      const shortened = shortenResult(text, { limit, isError: part.isError, ref });
      if (shortened === undefined) return;
      originals.put(ref, text);
      result.sent = shortened;
    },
    mayBeMasked: (result) => isFree(result, policy) && !(policy.keepErrors && result.part.isError),
    mask(result) {
      const { part, sent } = result;
      const text = part.text();
      if (isPlaceholder(viewOf(text))) return false;
      const ref = refOf(text);
      const masked = maskDispatch(text, ref) ?? renderTemplate(placeholder, RESULT_FIELDS, result);
      const note = omittedImages(part.images);
      const before = (sent ?? text).length + part.imageBytes;
      if (before - masked.length - note.length < minGain) return false;
      originals.put(ref, text);
      result.sent = masked + note;
      result.isMasked = true;
      return true;
    },
  };
}
