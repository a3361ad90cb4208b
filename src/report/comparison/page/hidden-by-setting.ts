import type { ComparedMiss, ComparedTranscript } from "../../../analyses/compare/compared.ts";

/** The most misses of one setting on the page; JSON and NDJSON have all. */
const MAX_MISSES = 30;

/** A hidden result that a later turn used, and its file. */
export interface PageMiss extends ComparedMiss {
  readonly file: string;
}

/** Collects the first misses of each setting. */
export interface HiddenBySetting {
  add(transcript: Pick<ComparedTranscript, "file" | "misses">): void;
  /** An input is done: its misses count. */
  finish(): void;
  /** An input failed: its misses do not. */
  discard(): void;
  /** The misses of all settings together, in order; undefined if misses were not measured. */
  readonly misses: readonly PageMiss[] | undefined;
  /** The total number of misses of each setting. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Keeps the first misses of each setting and counts the others. */
export function createHiddenBySetting(): HiddenBySetting {
  let misses: readonly PageMiss[] = [];
  let counts: ReadonlyMap<string, number> = new Map();
  let wasAsked = false;
  let pending = { misses: [...misses], counts: new Map(counts) };
  const discard = () => {
    pending = { misses: [...misses], counts: new Map(counts) };
  };
  return {
    add({ file, misses: found }) {
      if (found === undefined) return;
      wasAsked = true;
      for (const miss of found) {
        const before = miss.settings.map((name) => pending.counts.get(name) ?? 0);
        for (const [k, name] of miss.settings.entries())
          pending.counts.set(name, (before[k] ?? 0) + 1);
        if (before.some((count) => count < MAX_MISSES)) pending.misses.push({ ...miss, file });
      }
    },
    finish() {
      ({ misses, counts } = pending);
      discard();
    },
    discard,
    get misses() {
      return wasAsked ? misses : undefined;
    },
    get counts() {
      return counts;
    },
  };
}
