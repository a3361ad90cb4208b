import { clipEnd, displayWidth, endOf, startOf } from "./display-width.ts";

/**
 * A name in at most `width` columns, cut in the middle. The last name of a path stays whole if there is room; else
 * it is cut too, but its line number stays: `rollout-2…3f2a.jsonl:12`. A count of other rows
 * (`… and 12 more`) loses words, and no digit.
 */
export function clipName(name: string, width: number): string {
  if (displayWidth(name) <= width) return name;
  const [, count] = OTHER_ROWS.exec(name) ?? [];
  if (count !== undefined)
    return [`… ${count} more`, `… ${count}`].find((text) => text.length <= width) ?? "…";
  const room = Math.max(0, width - 1);
  const slash = name.lastIndexOf("/");
  const lastWidth = displayWidth(name.slice(Math.max(0, slash)));
  if (slash > 0 && lastWidth <= room) return cut(name, room - lastWidth, lastWidth);
  if (slash >= 0 && lastWidth - 1 <= width) return name.slice(slash + 1);
  const tail = Math.max(Math.floor(room / 2), Math.min(room - 1, lineOf(name).length + 1));
  return cut(name.slice(slash + 1), room - tail, tail);
}

const OTHER_ROWS = /^… and ([\d,]+) more$/;

/**
 * Names in at most `width` columns, cut so that different names stay different: first they lose the folder that all
 * of them share; if they differ in the middle, the middle is shown, and if the cut names are still equal, they are
 * numbered.
 */
export function clipNames(whole: readonly string[], width: number): readonly string[] {
  const names = whole.every((name) => displayWidth(name) <= width) ? whole : withoutFolder(whole);
  const clipped = new Map(names.map((name) => [name, clipName(name, width)]));
  for (const alike of alikeIn(clipped)) {
    const best = mostDifferent(alike, width);
    alike.forEach((name, k) => {
      clipped.set(name, best[k] ?? "");
    });
  }
  for (const alike of alikeIn(clipped))
    for (const [k, name] of alike.entries())
      if (k > 0) clipped.set(name, numbered(clipped.get(name) ?? "", k + 1, width));
  return names.map((name) => clipped.get(name) ?? name);
}

/** Names without the folder that all of them share. */
function withoutFolder(names: readonly string[]): readonly string[] {
  const paths = names.filter((name) => !OTHER_ROWS.test(name));
  if (paths.length < 2) return names;
  const folder = (paths[0] ?? "").slice(0, commonStart(paths)).replace(/[^/]*$/, "");
  return names.map((name) => (OTHER_ROWS.test(name) ? name : name.slice(folder.length)));
}

/** Groups of names whose cut forms are equal. */
function alikeIn(clipped: ReadonlyMap<string, string>): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const [name, shown] of clipped) groups.set(shown, [...(groups.get(shown) ?? []), name]);
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** Cuts names in the way that leaves most of them different. */
function mostDifferent(names: readonly string[], width: number): readonly string[] {
  const room = Math.max(0, width - 1);
  const half = Math.floor(room / 2);
  const tails = Array.from({ length: room + 1 }, (_, tail) => tail).sort(
    (a, b) => Math.abs(a - half) - Math.abs(b - half),
  );
  const from = commonStart(names);
  const ways = [
    ...tails.map((tail) =>
      names.map((name) => cutOrWhole(name, { head: room - tail, tail, width })),
    ),
    names.map((name) => fromTheMiddle(name, from, width)),
  ];
  return ways.reduce((best, way) => (new Set(way).size > new Set(best).size ? way : best));
}

function cutOrWhole(
  name: string,
  { head, tail, width }: { readonly head: number; readonly tail: number; readonly width: number },
): string {
  return displayWidth(name) <= width ? name : cut(name, head, tail);
}

function cut(name: string, head: number, tail: number): string {
  return `${startOf(name, head)}…${endOf(name, tail)}`;
}

/** A name from the place where names begin to differ, with the line at the end. */
function fromTheMiddle(name: string, from: number, width: number): string {
  const line = lineOf(name);
  return clipEnd(`…${name.slice(Math.max(0, from - 1), name.length - line.length)}${line}`, width);
}

/** How many UTF-16 units names have in common at their start; no surrogate pair is cut. */
function commonStart(names: readonly string[]): number {
  const [first = "", ...others] = names;
  let at = 0;
  while (at < first.length && others.every((name) => name[at] === first[at])) at++;
  return /[\ud800-\udbff]$/.test(first.slice(0, at)) ? at - 1 : at;
}

function numbered(shown: string, count: number, width: number): string {
  const mark = `~${count}`;
  return `${startOf(shown, width - mark.length)}${mark}`;
}

/** The line after a file's name: `:12`. */
function lineOf(name: string): string {
  return /:\d+$/.exec(name)?.[0] ?? "";
}
