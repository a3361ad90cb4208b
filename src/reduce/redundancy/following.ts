import type { Step } from "../windows/window-ends.ts";
import { passagesOf } from "./passages.ts";
import { linesOf } from "./telling-lines.ts";

/** Chars after an observation in which its passages are looked for. */
const MOST_CHARS = 64 * 1024;

/** Where a passage stands: the step that sees it, and the chars from its end to the end of everything. */
interface PassagePlace {
  readonly step: Step;
  readonly charsAfter: number;
}

/**
 * The passages of what follows a place in a transcript, as far as 64 KB: texts are put before those that
 * are there already, from the last to the first. Holds no more than twice that.
 */
export class Following {
  /** The passages of the nearest texts, and of those behind them. */
  private near = new Map<string, PassagePlace>();
  private far = new Map<string, PassagePlace>();
  private chars = 0;
  private nearChars = 0;

  /** Puts a text that a step sees before all others. */
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

  /** Forgets the texts so far: they do not follow the next one. */
  clear(): void {
    this.near = new Map();
    this.far = new Map();
    this.nearChars = 0;
  }

  /** The first step that sees a passage; undefined where it does not follow. */
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
