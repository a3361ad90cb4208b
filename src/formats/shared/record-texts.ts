import {
  slotExcerpt,
  slotIncludes,
  slotMayBeginWith,
  slotMayEndWith,
  slotText,
} from "../../json/splice/slot-text.ts";
import { fingerprintOf } from "../../json/splice/string-fingerprint.ts";
import { NONE } from "../../json/tree/tree.ts";
import type { Part } from "../../transcript/model/message.ts";
import type { Texts } from "../../transcript/model/transcript.ts";
import type { RecordParts } from "./record-parts.ts";
import { savedBytesIn } from "./saved-bytes.ts";

/** The texts of parts, given the record of each and its number in it. */
export function textsOf(
  find: (part: Part) => { readonly parts: RecordParts; readonly k: number },
): Texts {
  const nameOf = (part: Part) => (part.kind === "call" ? part.name : "");
  const at = (part: Part) => {
    const { parts, k } = find(part);
    return parts.textAt(k);
  };
  const textOf = (part: Part) => {
    const text = at(part);
    return nameOf(part) + (text === undefined ? "" : slotText(text.tree, text.slot));
  };
  return {
    text: textOf,
    raw(part) {
      const { parts, k } = find(part);
      const node = parts.onlyString(k);
      const bytes = node === NONE ? undefined : parts.tree.raw?.(node);
      return bytes && { bytes, isEscaped: true };
    },
    excerpt(part, count) {
      const text = at(part);
      return nameOf(part) + (text === undefined ? "" : slotExcerpt(text.tree, text.slot, count));
    },
    includes(part, literal) {
      const { parts, k } = find(part);
      const plain = parts.plainString(k);
      if (plain !== NONE) return parts.tree.includes(plain, literal);
      const text = at(part);
      return text !== undefined && slotIncludes(text.tree, text.slot, literal);
    },
    mayBeginWith(part, code) {
      const { parts, k } = find(part);
      const plain = parts.plainString(k);
      if (plain !== NONE) return parts.tree.mayBeginWith(plain, code);
      const text = at(part);
      return text !== undefined && slotMayBeginWith(text.tree, text.slot, code);
    },
    mayEndWith(part, code, before) {
      const { parts, k } = find(part);
      const plain = parts.plainString(k);
      if (plain !== NONE) return parts.tree.mayEndWith(plain, code, before);
      const text = at(part);
      return text !== undefined && slotMayEndWith(text.tree, text.slot, code, before);
    },
    fingerprint: (part) => fingerprintOf(textOf(part)),
    callId(part) {
      const { parts, k } = find(part);
      return parts.idOf(k);
    },
    savedBytes(part, text) {
      const { parts, k } = find(part);
      return savedBytesIn(parts, { slot: k, part, text });
    },
  };
}
