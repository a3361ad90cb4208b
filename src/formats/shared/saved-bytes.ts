import { encodedBytes } from "../../json/splice/encode.ts";
import { slotText } from "../../json/splice/slot-text.ts";
import { savedBytes } from "../../json/splice/splice.ts";
import { TapeTree } from "../../json/tape/tape-tree.ts";
import { NONE } from "../../json/tree/tree.ts";
import type { EditableParts } from "./editable-parts.ts";
import { type NewText, partSplices } from "./record-edits.ts";

/**
 * The number of bytes that a record saves if a text replaces one of its parts. Computed from offsets if the
 * old text is one string, else by a trial edit. Messages in memory count as the JSON that is sent, in UTF-8.
 */
export function savedBytesIn(parts: EditableParts, edit: NewText): number {
  const { slot, part, text } = edit;
  const { tree } = parts;
  if (!(tree instanceof TapeTree)) return savedInMemory(parts, edit);
  const isAlone = part.kind === "observation" && part.extra === undefined;
  const only = isAlone ? parts.onlyString(slot) : NONE;
  if (only === NONE) return savedBytes(partSplices({ tree, parts, shift: 0 }, edit));
  return tree.end(only) - tree.start(only) - encodedBytes(text, { ascii: tree.isAscii });
}

function savedInMemory(parts: EditableParts, { slot: k, part, text }: NewText): number {
  const slot = parts.slot(k);
  if (slot === undefined) return 0;
  const before = encodedBytes(slotText(parts.tree, slot), UTF8);
  const images = part.kind === "observation" ? (part.extra?.imageBytes ?? 0) : 0;
  return before + images - encodedBytes(text, UTF8);
}

const UTF8 = { ascii: false } as const;
