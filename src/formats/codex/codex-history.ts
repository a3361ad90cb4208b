import { Column } from "../../transcript/columns/column.ts";
import type { Arrangement, Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import { arrangeAll, type Stepwise, stepwiseBefore } from "../arrange/arrange-stepwise.ts";

/** The id of instructions, which are not part of the history: they stay when it is replaced. */
export const INSTRUCTIONS = "instructions";

/**
 * The live history: the newest replacement and everything after it, without the turns that were rolled back.
 * An older compaction with only a summary keeps the user's messages as well.
 */
export function arrangeHistory(found: Sequence<Found>): readonly Arrangement[] {
  return arrangeAll(found, historyOf(found));
}

/** The live history before each of several replacements. */
export const historyBefore = stepwiseBefore(historyOf);

function historyOf(found: Sequence<Found>): Stepwise {
  const dead: number[] = [];
  const live: number[] = [];
  /** The live entries before this one are the user's, which every summary leaves. */
  let usersUntil = 0;
  /** The places of turns among the live entries. */
  const turns: number[] = [];
  const isMessage = (index: number) => found.at(index)?.mark === undefined;
  const push = ({ index, mark }: Found) => {
    if (mark === "turn") turns.push(live.length);
    live.push(index);
  };
  const leave = (from: number, stays: (each: Found) => boolean) => {
    while ((turns.at(-1) ?? -1) >= from) turns.pop();
    for (const index of live.splice(from)) {
      const each = found.at(index);
      if (each !== undefined && stays(each)) push(each);
      else if (isMessage(index)) dead.push(index);
    }
  };
  const take = (each: Found) => {
    switch (each.mark) {
      case "replaced":
        leave(0, (each) => each.id === INSTRUCTIONS);
        usersUntil = 0;
        break;
      case "summarized":
        leave(usersUntil, isUsers);
        usersUntil = live.length;
        break;
      case "rolled back": {
        const from = turns.at(-Number(each.id)) ?? turns[0];
        if (from === undefined) break;
        leave(from, () => false);
        usersUntil = Math.min(usersUntil, from);
        break;
      }
      default:
        push(each);
    }
  };
  return {
    take,
    arrangements() {
      const messages = new Column();
      for (const index of dead.sort((a, b) => a - b)) messages.push(index);
      for (const index of live) if (isMessage(index)) messages.push(index);
      return [{ messages, dead: dead.length }];
    },
    bury() {
      dead.length = 0;
    },
  };
}

function isUsers(each: Found): boolean {
  if (each.mark !== undefined) return each.mark === "turn";
  return each.role === "user" || each.role === "system";
}
