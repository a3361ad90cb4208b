import { getText } from "../../json/tree/tree.ts";
import { contentUuid } from "../shared/content-id.ts";
import type {
  CondenseContext,
  NativeCondensation,
  NativeDropping,
} from "../shared/native-condense.ts";

/**
 * A compaction as pi writes it: an entry at the end, with the summary and the id of the first entry that it
 * keeps (`CompactionEntry` of pi's session manager, versions 2 and 3). pi's ids are eight hexadecimal digits
 * or, if these are taken, a UUID: here always a UUID. `tokensBefore` is a quarter of the chars.
 */
export const piDropping: NativeDropping = { keeps: "newest", condense };

function condense(context: CondenseContext): NativeCondensation {
  const { summary = "", first, newest, leaf = "", encode, beforeChars } = context;
  const id = contentUuid("compaction", leaf, summary);
  // A compaction keeps nothing if the entry it names is not before it: it names itself if nothing stays.
  const kept = (first && getText(first.tree, first.node, "id")) ?? id;
  const time = getText(newest.tree, newest.node, "timestamp") ?? "";
  const entry = `{"type":"compaction","id":"${id}","parentId":${encode(leaf)},"timestamp":${encode(time)},"summary":${encode(summary)},"firstKeptEntryId":${encode(kept)},"tokensBefore":${Math.ceil(beforeChars / 4)}}`;
  return { insert: [entry], at: "end" };
}
