import type { ArrangeBefore, Arrangement, Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";

/** Arranges what it takes in file order. */
export interface Stepwise {
  take(each: Found): void;
  arrangements(): readonly Arrangement[];
  /** Forgets the messages that are dead. */
  bury(): void;
}

/** All arrangements at the end. */
export function arrangeAll(found: Sequence<Found>, stepwise: Stepwise): readonly Arrangement[] {
  for (const each of found) stepwise.take(each);
  return stepwise.arrangements();
}

/** The arrangements at several places on the way. */
export function stepwiseBefore(begin: (found: Sequence<Found>) => Stepwise): ArrangeBefore {
  return function* arrangeBefore(found, ends) {
    const stepwise = begin(found);
    let at = 0;
    for (const end of ends) {
      for (; at < end; at++) stepwise.take(found.at(at) as Found);
      yield stepwise.arrangements();
      stepwise.bury();
    }
  };
}
