import { quoted } from "./quoted.ts";

/**
 * The name that was probably meant: the one with the least edit distance, if that is at most three and most of the
 * name is right. Underscores and capitals count as dashes, as other tools have them.
 */
export function nearest(word: string, names: Iterable<string>): string | undefined {
  const meant = word
    .replaceAll("_", "-")
    .replace(/(?<=[a-z0-9])[A-Z]/g, "-$&")
    .toLowerCase();
  let best: string | undefined;
  let least = 4;
  for (const name of names) {
    const changes = distance(meant, name);
    const longer = Math.max(meant.length, name.length);
    if (changes >= least || changes / longer > 0.4) continue;
    best = name;
    least = changes;
  }
  return best;
}

/** `unknown key "windw" (did you mean "window"?)`, or nothing if no name is near, or it is equal. */
export function didYouMean(word: string, names: Iterable<string>): string {
  const name = nearest(word, names);
  return name === undefined || name === word ? "" : ` (did you mean ${quoted(name)}?)`;
}

/** Damerau's distance between two words, neighbours swapped once counted as one. */
function distance(a: string, b: string): number {
  let twoAbove: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let k = 1; k <= b.length; k++) {
      const changed = (above[k - 1] ?? 0) + (a[i - 1] === b[k - 1] ? 0 : 1);
      const least = Math.min(changed, (above[k] ?? 0) + 1, (row[k - 1] ?? 0) + 1);
      const isSwapped = i > 1 && k > 1 && a[i - 1] === b[k - 2] && a[i - 2] === b[k - 1];
      row.push(isSwapped ? Math.min(least, (twoAbove[k - 2] ?? 0) + 1) : least);
    }
    twoAbove = above;
    above = row;
  }
  return above[b.length] ?? 0;
}
