import { encodedBytes } from "../../json/splice/encode.ts";
import { maskDispatch } from "../../reduce/placeholders/dispatch.ts";
import { placeholderTest } from "../../reduce/placeholders/recognise-placeholder.ts";
import { rendering } from "../../reduce/placeholders/rendering.ts";
import { omittedImages } from "../../reduce/placeholders/template.ts";
import { viewOf } from "../../reduce/texts/text-view.ts";
import type { LoopPart } from "../loop/loop-reader.ts";
import { type PlacedResult, RESULT_FIELDS } from "../loop/loop-result.ts";
import type { MessageWindow } from "./window-options.ts";

/** Makes the texts of masked results, and recognises them. */
export interface ResultMasks {
  isMasked(part: LoopPart): boolean;
  /** The placeholder for a result; undefined if it is masked already, or would not get smaller by enough. */
  textFor(result: PlacedResult): string | undefined;
}

export function resultMasks({ placeholder, minGain }: MessageWindow): ResultMasks {
  const isPlaceholder = placeholderTest(placeholder, undefined);
  const render = rendering<PlacedResult>(placeholder, {
    lengthOf: ({ part }) => part.chars,
    minGain,
  });
  const isMasked = (part: LoopPart) => isPlaceholder(viewOf(part.text()));
  return {
    isMasked,
    textFor(result) {
      const { part } = result;
      const whole = part.text();
      const isEmpty = whole === "" && part.images === 0;
      if (isEmpty || isMasked(part)) return undefined;
      const text =
        maskDispatch(whole) ?? render(RESULT_FIELDS, result) + omittedImages(part.images);
      const gain = whole.length + part.imageBytes - text.length;
      return gain >= minGain && isShorter(text, whole, part.imageBytes) ? text : undefined;
    },
  };
}

/** Whether a text takes fewer bytes as JSON than another and its images; not computed if it is far shorter. */
function isShorter(text: string, whole: string, imageBytes: number): boolean {
  if (whole.length > MOST_BYTES_A_CHAR * text.length) return true;
  return encodedBytes(text, UTF8) < encodedBytes(whole, UTF8) + imageBytes;
}

const MOST_BYTES_A_CHAR = 6;

const UTF8 = { ascii: false } as const;
