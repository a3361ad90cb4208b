/** Lines of fewer chars are in any text. */
const LEAST = 4;

/**
 * How much of a text stands in another: the share, from 0 to 1, of the chars of its lines that are whole
 * lines there. Indentation and line numbers in front make no difference. Shorter pieces in common say
 * nothing: the lines of a log are alike but for what matters.
 */
export function coverage(text: string, other: string): number {
  const lines = new Set(linesOf(other));
  let all = 0;
  let covered = 0;
  for (const line of linesOf(text)) {
    all += line.length;
    if (lines.has(line)) covered += line.length;
  }
  return all === 0 ? 0 : covered / all;
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/^\s*\d+(?:\t|[|:→] ?)/, "").trim())
    .filter((line) => line.length >= LEAST);
}
