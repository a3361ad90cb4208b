import type { PageIndex, PagePart } from "../page-index.ts";

type Span = NonNullable<PagePart["spans"]>[number];

/** The decision for a part under the window at a place; undefined: it is inside the window, or no rule names it. */
export function decisionFor({ spans }: PagePart, place: number): Span | undefined {
  return spans?.find(({ from, to }) => from <= place && place <= to);
}

/** Whether the model would get something other than the part's own text. */
export function isReplaced(part: PagePart, place: number): boolean {
  const decision = decisionFor(part, place);
  return decision !== undefined && decision.is !== "kept";
}

/** Whether a message is dropped under the window at a place. */
export function isDropped({ dropped }: PageIndex["messages"][number], place: number): boolean {
  return dropped?.some(([from, to]) => from <= place && place <= to) ?? false;
}

/** The tokens that a part has under the window at a place. */
export function tokensUnder(part: PagePart, place: number): number {
  return decisionFor(part, place)?.size?.tokens ?? part.tokens;
}
