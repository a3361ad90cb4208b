import { number } from "../../figures.ts";
import { counted } from "../amounts.ts";

/** The sentence above the list of results that a setting would have hidden, which may be cut short. */
export function aboutMisses({
  setting,
  count,
  shown,
}: {
  readonly setting: string;
  readonly count: number;
  readonly shown: number;
}): string {
  if (count === 0) return `${setting} would have hidden nothing that a later turn needed.`;
  const rest = shown < count ? `; here are ${number(shown)}, --misses --report json has all` : "";
  return `${setting} would have hidden ${counted(count, "tool result")} by the turn that needed ${count === 1 ? "it" : "them"}${rest}.`;
}
