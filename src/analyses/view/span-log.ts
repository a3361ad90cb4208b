import type { ViewedSpan } from "./result.ts";

/** The decision for a part under one window. */
export type Decision = Omit<ViewedSpan, "from" | "to">;

/** Decisions under one window after another: neighbours that are alike become one span. */
export class SpanLog {
  private readonly spans = new Map<
    number,
    { -readonly [K in keyof ViewedSpan]: ViewedSpan[K] }[]
  >();

  /** Notes the decision for a part under the window at a place; places ascend. */
  note(part: number, place: number, decision: Decision): void {
    const known = this.spans.get(part);
    const last = known?.at(-1);
    if (last !== undefined && last.to === place - 1 && isSame(last, decision)) last.to = place;
    else if (known !== undefined) known.push({ from: place, to: place, ...decision });
    else this.spans.set(part, [{ from: place, to: place, ...decision }]);
  }

  /** The spans of a part; undefined where nothing was noted. */
  of(part: number): readonly ViewedSpan[] | undefined {
    return this.spans.get(part);
  }
}

function isSame(a: Decision, b: Decision): boolean {
  return a.is === b.is && a.by === b.by && a.text === b.text;
}
