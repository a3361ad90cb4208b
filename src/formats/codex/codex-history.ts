import { Column } from "../../transcript/columns/column.ts";
import type { Arrangement, Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";

/** The id of instructions, which are not part of the history: they stay when it is replaced. */
export const INSTRUCTIONS = "instructions";

/**
 * The live history: the newest replacement and everything after it, without the turns that were rolled back.
 * An older compaction with only a summary keeps the user's messages as well.
 */
export function arrangeHistory(found: Sequence<Found>): readonly Arrangement[] {
  const dead: number[] = [];
  let live: number[] = [];
  const isMessage = (index: number) => found.at(index)?.mark === undefined;
  const leave = (stays: (each: Found) => boolean) => {
    const kept: number[] = [];
    for (const index of live) {
      const each = found.at(index);
      if (each !== undefined && stays(each)) kept.push(index);
      else if (isMessage(index)) dead.push(index);
    }
    live = kept;
  };
  for (const { mark, index, id } of found) {
    switch (mark) {
      case "replaced":
        leave((each) => each.id === INSTRUCTIONS);
        break;
      case "summarized":
        leave(isUsers);
        break;
      case "rolled back": {
        const turns = live.filter((each) => found.at(each)?.mark === "turn");
        const from = turns.at(-Number(id)) ?? turns[0];
        if (from === undefined) break;
        for (const each of live.splice(live.lastIndexOf(from)))
          if (isMessage(each)) dead.push(each);
        break;
      }
      default:
        live.push(index);
    }
  }
  const messages = new Column();
  for (const index of dead.sort((a, b) => a - b)) messages.push(index);
  for (const index of live) if (isMessage(index)) messages.push(index);
  return [{ messages, dead: dead.length }];
}

function isUsers(each: Found): boolean {
  if (each.mark !== undefined) return each.mark === "turn";
  return each.role === "user" || each.role === "system";
}
