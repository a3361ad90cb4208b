/**
 * The requested lines of a read: all; a range, as its tool counts lines, without its end; or unknown lines, equal
 * only for equal arguments.
 */
export type LineRange =
  | { readonly kind: "all" }
  | { readonly kind: "range"; readonly tool: string; readonly from: number; readonly to: number }
  | { readonly kind: "other"; readonly tool: string; readonly args: string };

/** The lines requested by a read's arguments without the path. */
export function linesOf(tool: string, args: Readonly<Record<string, unknown>>): LineRange {
  const given = Object.entries(args).filter(([key, value]) => !isNoise(key) && value !== null);
  if (given.length === 0) return { kind: "all" };
  const rest = new Map(given);
  const number = (...keys: readonly string[]) => {
    const key = keys.find((each) => typeof rest.get(each) === "number");
    const value = key === undefined ? undefined : Number(rest.get(key));
    if (key !== undefined) rest.delete(key);
    return value;
  };
  const view = rest.get("view_range") ?? rest.get("viewRange");
  const [first, last] = Array.isArray(view) && view.length === 2 ? view.map(Number) : [];
  if (first !== undefined && last !== undefined) {
    rest.delete("view_range");
    rest.delete("viewRange");
  }
  const from = first ?? number("offset", "start_line", "startLine", "start") ?? 0;
  const count = number("limit");
  const end = last ?? number("end_line", "endLine", "end");
  const isOther = rest.size > 0 || (count !== undefined && end !== undefined);
  if (isOther) return { kind: "other", tool, args: JSON.stringify(given.toSorted()) };
  // The last line is included; -1 is the end of the file.
  const after = end === undefined || end < 0 ? Number.POSITIVE_INFINITY : end + 1;
  return { kind: "range", tool, from, to: count === undefined ? after : from + count };
}

/** Whether the range of one read certainly contains that of another. */
export function covers(later: LineRange, earlier: LineRange): boolean {
  if (later.kind === "all") return true;
  if (later.kind !== earlier.kind || later.tool !== earlier.tool) return false;
  if (later.kind === "other") return earlier.kind === "other" && later.args === earlier.args;
  return earlier.kind === "range" && later.from <= earlier.from && later.to >= earlier.to;
}

/** Whether a key does not affect what is read. */
function isNoise(key: string): boolean {
  return /^(?:command|description|explanation|reason|security_risk|task_progress)$/.test(key);
}
