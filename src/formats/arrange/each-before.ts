import type { Arrange, ArrangeBefore } from "../../transcript/model/arrangement.ts";
import { firstOf } from "../../transcript/model/sequence.ts";

/** Arranges everything before each of several places anew: the time grows with their number. */
export function eachBefore(arrange: Arrange): ArrangeBefore {
  return function* arrangeBefore(found, ends) {
    for (const end of ends) yield arrange(firstOf(found, end));
  };
}
