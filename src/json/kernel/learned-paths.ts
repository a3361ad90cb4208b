import {
  BEFORE_STEPS,
  FIRST_FOUND,
  NEXT_STEP,
  OTHER_STEP,
  type PathStep,
  STEP_BYTES,
  STEP_INTEGERS,
} from "../tape/learned-steps.ts";
import type { SessionTable } from "../tape/session-words.ts";

export const LEARNED_BYTES: number = BEFORE_STEPS + STEP_BYTES;

/** The paths of lines that were learned, in the kernel's memory: see assembly/sessions/learned-path.ts. */
export class LearnedPaths {
  private readonly integers: Int32Array;
  /** Integers in use. */
  private used = 0;

  /** The steps have `length` bytes of the kernel's memory, from `at` on. */
  constructor(bytes: Buffer, at: number, length = STEP_BYTES) {
    this.integers = new Int32Array(bytes.buffer, at, length / 4);
  }

  /** Forgets all paths. */
  clear(): void {
    this.used = 0;
    this.integers[0] = 0;
  }

  /** Adds a path; false if it is there, there is no room, or the same answers had led to something else. */
  add(path: readonly PathStep[]): boolean {
    const { integers, used } = this;
    let at = 0;
    for (const [k, step] of path.entries()) {
      let link = -1;
      while (at < used && !this.isAt(at, step)) {
        if ((integers[at] ?? 0) >= FIRST_FOUND) return false;
        link = at + OTHER_STEP;
        at = this.stepAt(link);
        if (at === 0) return this.append(path.slice(k), link);
      }
      if (at >= used) return this.append(path, -1);
      const next = this.stepAt(at + NEXT_STEP);
      if (next === 0) return false;
      at = next;
    }
    return false;
  }

  private stepAt(link: number): number {
    return (this.integers[link] ?? 0) / 4;
  }

  private isAt(at: number, step: PathStep): boolean {
    return step.every((integer, k) => this.integers[at + k] === integer);
  }

  /** Adds steps that are not there, after the step whose link to them has an index; -1 for the first. */
  private append(steps: readonly PathStep[], link: number): boolean {
    const { integers } = this;
    const first = this.used;
    if (first + steps.length * STEP_INTEGERS > integers.length) return false;
    for (const step of steps) {
      const at = this.used;
      this.used += STEP_INTEGERS;
      integers.fill(0, at, this.used);
      integers.set(step, at);
      integers[at + NEXT_STEP] = this.used * 4;
    }
    integers[this.used - STEP_INTEGERS + NEXT_STEP] = 0;
    if (link >= 0) integers[link] = first * 4;
    return true;
  }
}

/** The words of blocks of text, where lines are learned. */
export const LEARNED_WORDS: SessionTable = {
  keys: [
    ["type", "type"],
    ["text", "text"],
  ],
  lines: [],
  words: ["text", "input_text", "output_text", "summary_text", "reasoning_text"].map(
    (word) => [word, "text"] as const,
  ),
};
