import type { Node, Tree } from "../../json/tree/tree.ts";
import type { MessageSink } from "../format.ts";
import { nodeAt } from "./key-path.ts";
import type { UsageKeys } from "./saved-sessions.ts";

/** The keys of a provider's token counts for one request. */
export type CountKeys = Pick<
  UsageKeys,
  "input" | "read" | "write" | "longWrite" | "inputHasRead" | "output"
>;

/** Passes on the provider's counts of a request, if they are wanted. */
export function readUsage(
  tree: Tree,
  counts: Node,
  { into, keys }: { readonly into: MessageSink; readonly keys: CountKeys },
): void {
  if (!into.wantsUsage || !tree.isObject(counts)) return;
  const at = (path: string | undefined) =>
    path === undefined ? undefined : numberAt(tree, counts, path);
  const sum = (paths: readonly string[]) => paths.reduce((all, path) => all + (at(path) ?? 0), 0);
  const [read, write, longWrite] = [at(keys.read), at(keys.write), at(keys.longWrite)];
  const cached = keys.inputHasRead === true ? 0 : (read ?? 0) + (write ?? 0);
  into.usage({
    prompt: sum(keys.input) + cached,
    read,
    write,
    output: sum(keys.output),
    keepsLong: longWrite !== undefined && longWrite > 0,
  });
}

/** The number at a path in an object; undefined if there is none. */
export function numberAt(tree: Tree, object: Node, path: string): number | undefined {
  const node = nodeAt(tree, object, path);
  return tree.isNumber(node) ? Number(tree.text(node)) : undefined;
}

/** The counts in Anthropic's replies: the first excludes tokens read from the cache. */
export const ANTHROPIC_COUNTS = {
  input: ["input_tokens"],
  read: "cache_read_input_tokens",
  write: "cache_creation_input_tokens",
  longWrite: "cache_creation.ephemeral_1h_input_tokens",
  output: ["output_tokens"],
} as const satisfies CountKeys;

/** The counts of OpenAI's chat completions and responses: the first includes cached tokens. */
export const OPENAI_COUNTS = {
  input: ["prompt_tokens"],
  read: "prompt_tokens_details.cached_tokens",
  inputHasRead: true,
  output: ["completion_tokens"],
} as const satisfies CountKeys;
