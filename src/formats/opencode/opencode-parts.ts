import { getString, getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Id } from "../../transcript/model/id.ts";
import type { MessageSink } from "../format.ts";
import { isFailure } from "../shared/exit-code.ts";
import {
  type BlockTarget,
  isItem,
  readCallOf,
  readImage,
  readReasoning,
  readText,
} from "../shared/part-heads.ts";

/**
 * Reads a part of a reply: a text, reasoning, or a call with its result. `array`: the list it is in, if it is in one.
 */
export function readReplyPart(tree: Tree, part: Node, { into, array }: BlockTarget): void {
  const type = tree.get(part, "type");
  if (tree.is(type, "text")) readText(tree, part, "text", into);
  else if (tree.is(type, "reasoning")) {
    // The provider's metadata: a signature, or encrypted reasoning.
    const metadata = tree.get(part, "metadata");
    const signed = tree.isObject(metadata);
    const isWhole = !isItem(tree, metadata);
    readReasoning(tree, part, { into, array, key: "text", signed, isWhole });
  } else if (tree.is(type, "tool")) {
    const id = into.id(tree.get(part, "callID"));
    const name = getText(tree, part, "tool") ?? "";
    const state = tree.get(part, "state");
    readCallOf(tree, tree.get(state, "input"), { into, id, name });
    readState(tree, state, { into, callId: id });
  }
}

/** The result of a tool, unless it is pending or running. */
function readState(
  tree: Tree,
  state: Node,
  { into, callId }: { into: MessageSink; callId: Id | undefined },
): void {
  const status = getText(tree, state, "status");
  const isOpen = status === "pending" || status === "running";
  const mayFail = !isOpen && status !== "completed";
  const isError = status === "error" || (mayFail && tree.isString(tree.get(state, "error")));
  const isDone = status === "completed" || (!isOpen && tree.get(state, "output") !== NONE);
  if (!isError && !isDone) return;
  const metadata = tree.get(state, "metadata");
  // The printed output does not show a failure, and the call is marked completed.
  const hasFailed = isError || isFailure(tree, tree.get(metadata, "exit"));
  const head = { kind: "observation", callId, isError: hasFailed } as const;
  if (tree.isNumber(tree.get(tree.get(state, "time"), "compacted"))) {
    into.ignore(state);
    into.part({ ...head, editable: false });
    return;
  }
  const printed = getString(tree, metadata, "output");
  const isPrinted = isError && printed !== NONE && tree.isTrue(tree.get(metadata, "interrupted"));
  const output = isPrinted ? printed : getString(tree, state, isError ? "error" : "output");
  into.part({ ...head, editable: output !== NONE }, output);
  for (const copy of copiesIn(tree, metadata)) if (copy !== output) into.side(copy);
  for (const file of tree.items(tree.get(state, "attachments")))
    if (isMediaFile(tree, file)) readImage(tree, file, { into, insideObservation: false });
}

/** The texts that opencode's tools keep for display, without the paths next to them. */
function copiesIn(tree: Tree, metadata: Node): readonly Node[] {
  const holders = [metadata, tree.get(metadata, "filediff"), tree.get(metadata, "display")];
  holders.push(...tree.items(tree.get(metadata, "files")));
  return holders.flatMap((holder) =>
    COPY_KEYS.map((key) => getString(tree, holder, key)).filter((copy) => copy !== NONE),
  );
}

const COPY_KEYS = ["output", "preview", "diff", "patch", "before", "after", "text"];

/** Whether a part is a file that is sent as it is; text files are already text parts. */
export function isMediaFile(tree: Tree, part: Node): boolean {
  const mime = getText(tree, part, "mime");
  return (
    tree.is(tree.get(part, "type"), "file") &&
    mime !== undefined &&
    (mime.startsWith("image/") || mime === "application/pdf")
  );
}
