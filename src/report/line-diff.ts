/** Lines around a change that are shown with it. */
const CONTEXT = 3;

/** The change from one text to another like `diff -u`, without its header; empty if they are equal. */
export function lineDiff(before: string, after: string): string {
  const old = linesOf(before);
  const now = linesOf(after);
  const lengths = commonLengths(old, now);
  const marked: { readonly mark: " " | "-" | "+"; readonly line: string }[] = [];
  let at = 0;
  let to = 0;
  while (at < old.length || to < now.length) {
    const line = old[at];
    if (line !== undefined && line === now[to]) {
      marked.push({ mark: " ", line });
      at++;
      to++;
    } else if (line === undefined || (lengths[at]?.[to + 1] ?? 0) > (lengths[at + 1]?.[to] ?? 0))
      marked.push({ mark: "+", line: now[to++] ?? "" });
    else {
      marked.push({ mark: "-", line });
      at++;
    }
  }
  const isNear = (index: number) =>
    marked
      .slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1)
      .some(({ mark }) => mark !== " ");
  let shown = "";
  let isGap = false;
  marked.forEach(({ mark, line }, index) => {
    if (isNear(index)) shown += `${isGap ? "…\n" : ""}${mark}${line}\n`;
    isGap = !isNear(index) && shown !== "";
  });
  return shown;
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The length of the longest common subsequence from each pair of lines on. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly Uint32Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  for (let at = old.length - 1; at >= 0; at--)
    for (let to = now.length - 1; to >= 0; to--) {
      const row = lengths[at] ?? new Uint32Array(0);
      row[to] =
        old[at] === now[to]
          ? (lengths[at + 1]?.[to + 1] ?? 0) + 1
          : Math.max(lengths[at + 1]?.[to] ?? 0, row[to + 1] ?? 0);
    }
  return lengths;
}
