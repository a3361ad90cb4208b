import type { Shape } from "../json/tree/shape.ts";
import { getString, getText, listOf, NONE, type Node, type Tree } from "../json/tree/tree.ts";
import { arrangeSummarized, SUMMARIZED, summarizedBefore } from "./arrange/arrange-summarized.ts";
import type { Format, MessageSink } from "./format.ts";
import { readObjectResult } from "./shared/object-result.ts";
import { readCallOf, readImage, readText } from "./shared/part-heads.ts";
import { readModel } from "./shared/read-model.ts";

/**
 * Sessions of Kiro's CLI (`~/.kiro/sessions/cli/<id>.jsonl`): `{"version","kind","data"}` on each line, for a
 * prompt, a reply, results of tools, a compaction or a clearing. `data.content` has blocks of a `kind` with
 * `data`. The details of a run in `data.results`, and the messages in a compaction's snapshot, are not sent.
 *
 * Kiro documents none of it: seen in programs that read it, several with recorded lines of versions 1.29 to
 * 2.27 (irrlicht, agentman, kiro-ception and others, 2026). They do not show which messages a compaction
 * keeps, so messages before one count as sent; those before a clearing do not.
 */
export const kiro: Format<"kiro"> = {
  name: "kiro",
  writtenBy: "Kiro CLI sessions",
  knownFrom: "source",
  layouts: ["lines"],
  evidence: "envelope",
  keys: [{ all: ["version", "kind", "data"] }],
  dropping: "never",
  isResumed: true,
  saved: {
    places: [
      { agent: "kiro", base: "~/.kiro", variable: "KIRO_HOME", files: "sessions/cli/*.jsonl" },
    ],
  },
  kindOf: (tree, line) => (kindIn(tree, line) === undefined ? undefined : "message"),
  detect: (head) => head.some((tree) => kindIn(tree, tree.root) !== undefined),
  read(tree, line, into) {
    const data = tree.get(line, "data");
    const content = tree.get(data, "content");
    switch (kindIn(tree, line)) {
      case "Prompt":
        into.message("user", line);
        readBlocks(tree, content, into);
        return;
      case "AssistantMessage":
        readModelOf(tree, content, into);
        into.message("assistant", line);
        readBlocks(tree, content, into);
        return;
      case "ToolResults":
        into.message("tool", line);
        for (const block of tree.items(content)) readResult(tree, block, { data, into });
        return;
      case "Compaction":
        into.message("user", line);
        readText(tree, data, "summary", into);
        readSnapshot(tree, data, into);
        return;
      case "Clear":
        into.mark({ mark: SUMMARIZED });
        into.ignore(line);
    }
  },
  arrange: arrangeSummarized,
  arrangeBefore: summarizedBefore,
  startsAnew: [SUMMARIZED],
};

const KINDS = ["Prompt", "AssistantMessage", "ToolResults", "Compaction", "Clear"] as const;
type KiroKind = (typeof KINDS)[number];

function kindIn(tree: Tree, line: Node): KiroKind | undefined {
  if (tree.get(line, "data") === NONE || tree.get(line, "version") === NONE) return undefined;
  const kind = tree.get(line, "kind");
  return KINDS.find((each) => tree.is(kind, each));
}

/** A block's text; that of a json block may be an object. */
const BLOCKS = { as: "blocks", key: "data" } as const satisfies Shape;

function readBlocks(tree: Tree, content: Node, into: MessageSink): void {
  if (tree.isString(content)) into.part({ kind: "text" }, content);
  for (const block of listOf(tree, content)) {
    const kind = tree.get(block, "kind");
    const data = tree.get(block, "data");
    if (tree.is(kind, "text")) readText(tree, block, "data", into);
    else if (tree.is(kind, "image")) readImage(tree, block, { into, insideObservation: false });
    else if (tree.is(kind, "toolUse")) {
      const about = { into, id: into.id(tree.get(data, "toolUseId")) };
      readCallOf(tree, tree.get(data, "input"), {
        ...about,
        name: getText(tree, data, "name") ?? "",
      });
    } else if (tree.is(kind, "thinking")) {
      const text = getString(tree, data, "text");
      const signed = tree.isString(tree.get(data, "signature"));
      const within = { as: "within", item: block, array: content } as const;
      if (text === NONE) into.part({ kind: "reasoning", signed: true, editable: false });
      else into.part({ kind: "reasoning", signed, editable: true }, text, within);
    }
  }
}

/** The model of a reply, which is named in its reasoning. */
function readModelOf(tree: Tree, content: Node, into: MessageSink): void {
  if (!into.wantsModels || !tree.isArray(content)) return;
  for (const block of tree.items(content)) {
    const data = tree.get(block, "data");
    if (tree.is(tree.get(block, "kind"), "thinking") && tree.isObject(data))
      readModel(tree, data, { into, keys: ["modelId"] });
  }
}

function readResult(
  tree: Tree,
  block: Node,
  { data, into }: { readonly data: Node; readonly into: MessageSink },
): void {
  const result = tree.get(block, "data");
  if (!tree.is(tree.get(block, "kind"), "toolResult") || !tree.isObject(result)) return;
  const callId = getText(tree, result, "toolUseId");
  const content = tree.get(result, "content");
  const blocks = listOf(tree, content);
  const [only = NONE] = blocks;
  const isError = tree.is(tree.get(result, "status"), "error") || hasFailed(tree, only);
  const head = { kind: "observation", callId, isError, editable: true } as const;
  if (tree.isString(content)) into.part(head, content);
  else if (blocks.some((each) => tree.isString(tree.get(each, "data"))))
    into.part(head, content, BLOCKS);
  else if (blocks.length === 1 && tree.is(tree.get(only, "kind"), "json"))
    readObjectResult(tree, tree.get(only, "data"), { head, key: "output", into });
  else into.part({ ...head, editable: false });
  for (const each of blocks)
    if (tree.is(tree.get(each, "kind"), "image"))
      readImage(tree, each, { into, insideObservation: true });
  const run = callId === undefined ? NONE : tree.get(tree.get(data, "results"), callId);
  if (run !== NONE) into.side(run);
}

/** Whether a command, whose run was a success, ended with another code than 0 or by a signal. */
function hasFailed(tree: Tree, block: Node): boolean {
  const status = tree.get(tree.get(block, "data"), "exit_status");
  return tree.isString(status) && !tree.is(status, "exit status: 0");
}

function readSnapshot(tree: Tree, data: Node, into: MessageSink): void {
  const snapshot = tree.get(data, "messages_snapshot");
  if (tree.isArray(snapshot) && tree.hasItems(snapshot)) into.side(snapshot, "prompt");
}
