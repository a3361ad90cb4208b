import type { Node } from "../json/node.ts";
import { slotChars } from "../json/slot.ts";
import type { Message } from "../transcript/message.ts";
import type { Found } from "./format.ts";

/**
 * A message of the domain from one that a format found: the same without the bytes, its parts
 * numbered and measured. `slot` is the number of its first part within the record.
 */
export function outlineMessage(
  found: Found<Node>,
  at: {
    readonly index: number;
    readonly firstPart: number;
    readonly record: number;
    readonly slot: number;
  },
): Message {
  const { role, reply, tags = [], fixed = false } = found;
  const parts = found.parts.map(({ part, slot }, k) => {
    const nameChars = part.kind === "call" ? part.name.length : 0;
    const chars = nameChars + (slot === undefined ? 0 : slotChars(slot));
    const place = { record: at.record, slot: at.slot + k };
    return { ...part, index: at.firstPart + k, message: at.index, place, chars };
  });
  return {
    index: at.index,
    record: at.record,
    role,
    parts,
    tags,
    fixed,
    ...(reply !== undefined && { reply }),
  };
}
