import { IndexSet } from "../../base/index-set.ts";
import { Column } from "../../transcript/columns/column.ts";
import { TextTable } from "../../transcript/columns/text-table.ts";
import type { FoundMessage } from "../../transcript/model/arrangement.ts";
import type { Links } from "./parent-links.ts";

/**
 * Adds what belongs to the path without being on it: the rest of its replies, and what answers them.
 * Ids of calls repeat, so an answer must also hang on something that is live.
 */
export function addSiblings(
  links: Links,
  members: Column,
  { live, above }: { readonly live: Uint8Array; above(index: number): number },
): void {
  const siblings = new Column();
  for (const index of members)
    if (links.isMessage(index) && live[index] === 0) siblings.push(index);
  if (siblings.length === 0) return;
  const areFewer = siblings.length * 2 < members.length;
  const inBoth = (idsBeside: Iterable<string>, idsOnPath: Iterable<string>) =>
    areFewer ? sharedIds(idsBeside, idsOnPath) : sharedIds(idsOnPath, idsBeside);

  const isReply = inBoth(
    idsOf(links, siblings, replyOf),
    idsOf(links, liveOf(links, members, live), replyOf),
  );
  for (const index of siblings) if (idIn(links, index, replyOf, isReply)) live[index] = 1;
  const isMade = inBoth(
    idsOf(links, siblings, answeredBy),
    idsOf(links, liveOf(links, members, live), madeBy),
  );
  for (const index of siblings) {
    const isAbove = live[above(index)] === 1;
    if (isAbove && idIn(links, index, answeredBy, isMade)) live[index] = 1;
  }
}

/** Tells the ids that are among both. Only the first are held. */
function sharedIds(few: Iterable<string>, many: Iterable<string>): (id: string) => boolean {
  const ids = new TextTable();
  for (const id of few) ids.numberOf(id);
  const shared = new IndexSet(ids.size + 1);
  for (const id of many) shared.add(ids.find(id));
  return (id) => {
    const number = ids.find(id);
    return number !== 0 && shared.has(number);
  };
}

type IdsIn = (message: FoundMessage) => readonly string[];

function* idsOf(links: Links, indices: Iterable<number>, idsIn: IdsIn): Iterable<string> {
  for (const index of indices) {
    const message = links.message(index);
    if (message !== undefined) yield* idsIn(message);
  }
}

/** Whether one of the ids in a message is one of those. */
function idIn(links: Links, index: number, idsIn: IdsIn, isOne: (id: string) => boolean): boolean {
  const message = links.message(index);
  return message !== undefined && idsIn(message).some(isOne);
}

function* liveOf(links: Links, members: Column, live: Uint8Array): Iterable<number> {
  for (const index of members) if (live[index] === 1 && links.isMessage(index)) yield index;
}

function replyOf({ reply }: FoundMessage): readonly string[] {
  return reply === undefined ? [] : [reply];
}

/** The ids of the calls that a message makes. */
function madeBy({ parts }: FoundMessage): readonly string[] {
  return parts.flatMap((part) => (part.kind === "call" ? (part.id ?? []) : []));
}

/** The ids of the calls that a message answers. */
function answeredBy({ parts }: FoundMessage): readonly string[] {
  return parts.flatMap((part) => (part.kind === "observation" ? (part.callId ?? []) : []));
}
