import type { Step } from "../windows/window-ends.ts";
import { passagesOf } from "./passages.ts";
import { linesOf } from "./telling-lines.ts";

/** Chars after an observation in which its passages are searched for. */
const MOST_CHARS = 64 * 1024;

/** The place of a passage: the step that sees it, and the chars from its end to the end of the transcript. */
interface PassagePlace {
  readonly step: Step;
  readonly charsAfter: number;
}

/**
 * The passages in the 64 KB after a place in a transcript. Texts are prepended, from the last to the first. Holds
 * at most twice that much.
 */
export class LaterPassages {
  /** The passages of the nearest texts, and of those behind them. */
  private near = new Map<string, PassagePlace>();
  private far = new Map<string, PassagePlace>();
  private chars = 0;
  private nearChars = 0;

  /** Prepends a text that is seen at a step. */
  putBefore(text: string, step: Step): void {
    const chars = Math.min(text.length, MOST_CHARS);
    if (this.nearChars + chars > MOST_CHARS) {
      this.far = this.near;
      this.near = new Map();
      this.nearChars = 0;
    }
    this.nearChars += chars;
    this.chars += text.length;
    const lines = linesOf(wholeLines(text));
    for (const passage of passagesOf(lines)) {
      const end = lines[passage.last - 1]?.end ?? 0;
      const known = this.near.get(passage.text);
      const charsAfter = this.chars - end;
      if (known !== undefined && known.charsAfter >= charsAfter) continue;
      this.near.set(passage.text, { step, charsAfter });
    }
  }

  /** Drops all texts: they do not follow the next one. */
  clear(): void {
    this.near = new Map();
    this.far = new Map();
    this.nearChars = 0;
  }

  /** The first step that sees a passage; undefined if it does not follow. */
  firstStep(passage: string): Step | undefined {
    const place = this.near.get(passage) ?? this.far.get(passage);
    if (place === undefined || this.chars - place.charsAfter > MOST_CHARS) return undefined;
    return place.step;
  }
}

/** The lines of a text that are near enough to its start. */
function wholeLines(text: string): string {
  if (text.length <= MOST_CHARS) return text;
  return text.slice(0, Math.max(0, text.lastIndexOf("\n", MOST_CHARS)));
}
