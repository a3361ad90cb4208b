import { nodeAt } from "../../formats/shared/key-path.ts";
import { numberAt } from "../../formats/shared/read-usage.ts";
import type { KeyPath, SavedSessions, UsageKeys } from "../../formats/shared/saved-sessions.ts";
import { NONE, type Node, type Tree } from "../../json/tree/tree.ts";

/** The tokens of one reply, or of a session so far, and their cost if the program records it. */
export interface UsageRecord {
  readonly model: string | undefined;
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  readonly usd: number | undefined;
}

/** Collects the usage in records; a reply that is recorded several times counts once. */
export interface UsageCollector {
  record(tree: Tree, record: Node): void;
  readonly records: Iterable<UsageRecord>;
  /** The model that is named most often. */
  readonly model: string | undefined;
}

/** A collector for the usage keys of a format. */
export function createUsageCollector({
  usage,
  model: modelKeys = [],
}: SavedSessions): UsageCollector {
  const replies = new Map<string, UsageRecord>();
  const models = new Map<string, number>();
  let model: string | undefined;
  const take = (tree: Tree, item: Node) => {
    const named = modelKeys.map((path) => textAt(tree, item, path)).find(isModel);
    if (named !== undefined) {
      model = named;
      models.set(named, (models.get(named) ?? 0) + 1);
    }
    const counts = usage === undefined ? NONE : nodeAt(tree, item, usage.at);
    if (usage === undefined || !tree.isObject(counts)) return;
    const reply = usage.isRunningTotal === true ? "" : textAt(tree, item, usage.reply);
    replies.set(reply ?? `#${replies.size}`, usageIn(tree, counts, { keys: usage, model }));
  };
  return {
    record(tree, record) {
      for (const item of itemsOf(tree, record, usage?.items)) take(tree, item);
    },
    records: { [Symbol.iterator]: () => replies.values() },
    get model() {
      const [most] = [...models].sort(([, a], [, b]) => b - a);
      return most?.[0];
    },
  };
}

/** Whether a text is the id of a model: programs write `<synthetic>` for messages that no model wrote. */
function isModel(text: string | undefined): text is string {
  return text !== undefined && text !== "" && !text.startsWith("<");
}

function itemsOf(tree: Tree, record: Node, items: KeyPath | undefined): readonly Node[] {
  if (items === undefined) return [record];
  for (const holder of [record, nodeAt(tree, record, "$set")]) {
    const array = nodeAt(tree, holder, items);
    if (tree.isArray(array)) return tree.items(array);
  }
  return [record];
}

function usageIn(
  tree: Tree,
  counts: Node,
  { keys, model }: { readonly keys: UsageKeys; readonly model: string | undefined },
): UsageRecord {
  const sum = (paths: readonly KeyPath[]) =>
    paths.reduce((all, path) => all + (numberAt(tree, counts, path) ?? 0), 0);
  const cacheReadTokens = keys.read === undefined ? 0 : sum([keys.read]);
  const cacheWriteTokens = keys.write === undefined ? 0 : sum([keys.write]);
  const cached = keys.inputHasRead === true ? cacheReadTokens + cacheWriteTokens : 0;
  return {
    model,
    inputTokens: Math.max(0, sum(keys.input) - cached),
    cacheReadTokens,
    cacheWriteTokens,
    outputTokens: sum(keys.output),
    usd: keys.usd === undefined ? undefined : numberAt(tree, counts, keys.usd),
  };
}

function textAt(tree: Tree, node: Node, path: KeyPath | undefined): string | undefined {
  if (path === undefined) return undefined;
  const value = nodeAt(tree, node, path);
  return tree.isString(value) ? tree.text(value) : undefined;
}
