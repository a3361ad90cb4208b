import type { Found, FoundMessage } from "../../transcript/model/arrangement.ts";
import type { PartHead } from "../../transcript/model/heads.ts";
import type { Role } from "../../transcript/model/message.ts";
import { type Sequence, sequence } from "../../transcript/model/sequence.ts";
import { arrangeChains } from "./arrange-chains.ts";

/**
 * Whether `arrangeChains` would find exactly the newest part of the main conversation (by index, in its
 * order) after a boundary inserted before it, with or without a summary. Damaged parents can lead around the
 * boundary, or to messages that are to be dropped.
 */
export function isCutOff(
  found: Sequence<Found>,
  { newest, hasSummary }: { readonly newest: readonly number[]; readonly hasSummary: boolean },
): boolean {
  const place = newest.reduce((least, index) => Math.min(least, index), found.length);
  const put: Found[] = [{ index: place, mark: "boundary", parentIndex: undefined }];
  if (hasSummary)
    put.push({ index: place + 1, role: "user", id: "", parentIndex: place, parts: [] });
  const moved = (index: number) => (index < place ? index : index + put.length);
  const withPut = (index: number): Found => {
    const own = put[index - place];
    if (own !== undefined) return own;
    const each = found.at(index < place ? index : index - put.length) as Found;
    // Only an existing parent can be replaced.
    const isHungOn = each.index === newest[0] && each.parent !== undefined;
    const above = isHungOn ? place + put.length - 1 : each.parentIndex;
    const parentIndex = isHungOn || above === undefined ? above : moved(above);
    if (each.mark === undefined) return new MovedMessage(each, index, parentIndex);
    const { mark, id, parent, thread } = each;
    return { index, parentIndex, mark, id, parent, thread };
  };
  const all = sequence(() => found.length + put.length, withPut);
  const main = arrangeChains(all).find(({ messages }) => isMain(all.at(messages.at(0) ?? -1)));
  const { messages = [], dead = 0 } = main ?? {};
  const expected = [...(hasSummary ? [place + 1] : []), ...newest.map(moved)];
  const isAsLong = messages.length - dead === expected.length;
  return isAsLong && expected.every((index, k) => messages.at(dead + k) === index);
}

/** A message at another position; its other properties are read from the original on demand. */
class MovedMessage implements FoundMessage {
  readonly index: number;
  readonly parentIndex: number | undefined;
  private readonly from: FoundMessage;

  constructor(from: FoundMessage, index: number, parentIndex: number | undefined) {
    this.from = from;
    this.index = index;
    this.parentIndex = parentIndex;
  }

  get role(): Role {
    return this.from.role;
  }

  get id(): string | undefined {
    return this.from.id;
  }

  get parent(): string | undefined {
    return this.from.parent;
  }

  get thread(): string | undefined {
    return this.from.thread;
  }

  get reply(): string | undefined {
    return this.from.reply;
  }

  get parts(): readonly PartHead[] {
    return this.from.parts;
  }
}

function isMain(found: Found | undefined): boolean {
  return found !== undefined && found.thread === undefined;
}
