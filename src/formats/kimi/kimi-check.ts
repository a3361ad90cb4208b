import { getText, listOf, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Flaw } from "../format.ts";

/** Finds parts that Kimi CLI does not load (kosong's `message.py`): of an unknown type, or of none. */
export function* checkContext(tree: Tree, line: Node): Iterable<Flaw> {
  const content = tree.get(line, "content");
  for (const part of listOf(tree, content)) {
    const type = getText(tree, part, "type");
    if (type === undefined || !TYPES.includes(type))
      yield { node: part, message: `expected a part of a known type (got ${type ?? "none"})` };
  }
}

const TYPES = ["text", "think", "image_url", "audio_url", "video_url"];

/**
 * Finds compactions at which Kimi Code stops (`contextOps.ts`): it requires a summary, and the number of
 * messages summarized.
 */
export function* checkJournal(tree: Tree, line: Node): Iterable<Flaw> {
  if (!tree.is(tree.get(line, "type"), COMPACTION)) return;
  if (!["compactedCount", "count"].some((key) => tree.isNumber(tree.get(line, key))))
    yield { node: line, message: "expected compactedCount in a compaction" };
  const hasText = ["contextSummary", "summary"].some((key) => tree.isString(tree.get(line, key)));
  if (!hasText && tree.get(tree.get(line, "summary"), "content") === NONE)
    yield { node: line, message: "expected a summary in a compaction" };
}

const COMPACTION = "context.apply_compaction";
