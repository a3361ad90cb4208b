import { getText } from "../../json/tree/tree.ts";
import { contentUuid } from "../shared/content-id.ts";
import type {
  CondenseContext,
  NativeCondensation,
  NativeDropping,
} from "../shared/native-condense.ts";

/**
 * A compaction as pi writes it: an entry after the last, with the summary and the id of the first entry
 * that it keeps (`CompactionEntry` of pi's session manager, versions 2 and 3). pi's ids are eight
 * hexadecimal digits or, where these are taken, a UUID: here always that. `tokensBefore` is a quarter
 * of the chars.
 */
export const piDropping: NativeDropping = { keeps: "newest", condense };

function condense(context: CondenseContext): NativeCondensation {
  const { summary = "", first, newest, leaf = "", encode, beforeChars } = context;
  const id = contentUuid("compaction", leaf, summary);
  // An entry that does not stand before the compaction keeps nothing: its own, where nothing stays.
  const kept = (first && getText(first.tree, first.node, "id")) ?? id;
  const time = getText(newest.tree, newest.node, "timestamp") ?? "";
  const entry = `{"type":"compaction","id":"${id}","parentId":${encode(leaf)},"timestamp":${encode(time)},"summary":${encode(summary)},"firstKeptEntryId":${encode(kept)},"tokensBefore":${Math.ceil(beforeChars / 4)}}`;
  return { insert: [entry], at: "end" };
}
