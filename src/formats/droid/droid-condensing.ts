import { getText } from "../../json/tree/tree.ts";
import type { Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import { contentUuid } from "../shared/content-id.ts";
import type {
  CondenseContext,
  NativeCondensation,
  NativeDropping,
} from "../shared/native-condense.ts";

/**
 * A compaction as Droid writes it: a record at the end, with the summary and the id of the last message that
 * it replaces. `type` comes first, because Droid searches big files for the beginning of such lines. Tokens
 * are a quarter of the chars.
 */
export const droidDropping: NativeDropping = { keeps: "newest", condense, isReadBack };

function condense(context: CondenseContext): NativeCondensation {
  const { summary = "", last, newest, leaf = "", offset, encode } = context;
  const id = contentUuid("compaction_state", leaf, summary);
  const anchor = anchorOf(last) ?? "";
  const time = getText(newest.tree, newest.node, "timestamp") ?? "";
  const removed = offset + [...context.dropped()].length;
  const record = `{"type":"compaction_state","id":"${id}","timestamp":${encode(time)},"summaryText":${encode(summary)},"summaryTokens":${Math.ceil(summary.length / 4)},"summaryKind":"llm_summary","anchorMessage":{"id":${encode(anchor)}},"removedCount":${removed}}`;
  return { insert: [record], at: "end" };
}

/** The id of the last dropped message. If only a summary is dropped, the last message that it replaced. */
function anchorOf({ tree, node }: CondenseContext["last"]): string | undefined {
  const isSummary = tree.is(tree.get(node, "type"), "compaction_state");
  return getText(tree, isSummary ? tree.get(node, "anchorMessage") : node, "id");
}

/**
 * Whether the part that stays begins with something that Droid does not leave out as well, namely a result.
 */
function isReadBack(
  found: Sequence<Found>,
  { newest }: { readonly newest: readonly number[] },
): boolean {
  const first = newest[0] === undefined ? undefined : found.at(newest[0]);
  return first?.mark !== undefined || first?.role !== "tool";
}
