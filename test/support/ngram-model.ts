/**
 * A small language model with true likelihoods: characters by the up to four before them, in what it was trained on
 * and in the prompt so far (each order interpolated with the one below it, as Witten and Bell do). It copies what a
 * prompt says, so that it notices what is gone.
 */

const ORDER = 4;
/** All that may come where nothing is known. */
const ALPHABET = 0x110000;

interface Following {
  total: number;
  readonly counts: Map<string, number>;
}

type Counts = Map<string, Following>;

export interface NgramModel {
  /** The log-probability of each character of a text, given those before it. */
  logprobs(text: string): readonly number[];
  /** The most likely continuation. */
  continuation(prompt: string, length: number): string;
}

export function trainedOn(texts: readonly string[]): NgramModel {
  const trained: Counts = new Map();
  for (const text of texts) see(trained, [...text]);
  const known = new Map<string, readonly number[]>();
  return {
    logprobs(text) {
      const before = known.get(text);
      if (before !== undefined) return before;
      const logprobs = logprobsOf(trained, text);
      known.set(text, logprobs);
      return logprobs;
    },
    continuation(prompt, length) {
      const seen: Counts = new Map();
      const characters = [...prompt];
      const start = characters.length;
      see(seen, characters);
      while (characters.length < start + length) {
        const before = characters.slice(-ORDER);
        const [best] = candidates([trained, seen], before)
          .map((each) => ({ each, likely: probability([trained, seen], before, each) }))
          .sort((a, b) => b.likely - a.likely || (a.each < b.each ? -1 : 1));
        if (best === undefined) break;
        characters.push(best.each);
        count(seen, characters, characters.length - 1);
      }
      return characters.slice(start).join("");
    },
  };
}

function logprobsOf(trained: Counts, text: string): readonly number[] {
  const seen: Counts = new Map();
  const characters = [...text];
  return characters.map((character, at) => {
    const before = characters.slice(Math.max(0, at - ORDER), at);
    const one = probability([trained, seen], before, character);
    count(seen, characters, at);
    return Math.log(one);
  });
}

function see(counts: Counts, characters: readonly string[]): void {
  for (let at = 0; at < characters.length; at++) count(counts, characters, at);
}

function count(counts: Counts, characters: readonly string[], at: number): void {
  const character = characters[at] as string;
  let context = "";
  for (let order = 0; order <= Math.min(ORDER, at); order++) {
    if (order > 0) context = characters[at - order] + context;
    let following = counts.get(context);
    if (following === undefined) {
      following = { total: 0, counts: new Map() };
      counts.set(context, following);
    }
    following.total++;
    following.counts.set(character, (following.counts.get(character) ?? 0) + 1);
  }
}

function probability(all: readonly Counts[], before: readonly string[], character: string): number {
  let probable = 1 / ALPHABET;
  let context = "";
  for (let order = 0; order <= before.length; order++) {
    if (order > 0) context = before[before.length - order] + context;
    let [here, total, kinds] = [0, 0, 0];
    for (const counts of all) {
      const following = counts.get(context);
      if (following === undefined) continue;
      total += following.total;
      kinds += following.counts.size;
      here += following.counts.get(character) ?? 0;
    }
    // The kinds are the weight of the order below: whatever it is, the sum over all characters is 1.
    if (total > 0) probable = (here + kinds * probable) / (total + kinds);
  }
  return probable;
}

/** The characters that came after the longest context that is known. */
function candidates(all: readonly Counts[], before: readonly string[]): readonly string[] {
  for (let order = before.length; order >= 0; order--) {
    const context = before.slice(before.length - order).join("");
    const found = new Set(all.flatMap((counts) => [...(counts.get(context)?.counts.keys() ?? [])]));
    if (found.size > 0) return [...found];
  }
  return [];
}
