import type { Node, Tree } from "../../json/tree/tree.ts";
import type { MessageSink } from "../format.ts";

/** Gives the tokens of a prompt, the sum of the numbers under these keys, if they are asked for. */
export function readUsage(
  tree: Tree,
  usage: Node,
  { into, keys }: { readonly into: MessageSink; readonly keys: readonly string[] },
): void {
  if (into.wantsUsage && tree.isObject(usage)) into.usage(sumOf(tree, usage, keys));
}

/** The sum of the numbers that an object has under these keys. */
export function sumOf(tree: Tree, object: Node, keys: readonly string[]): number {
  return keys.reduce((sum, key) => {
    const node = tree.get(object, key);
    return tree.isNumber(node) ? sum + Number(tree.text(node)) : sum;
  }, 0);
}

/** Where Anthropic's usage has the prompt: what was read from the cache is not in the first of them. */
export const ANTHROPIC_PROMPT = [
  "input_tokens",
  "cache_creation_input_tokens",
  "cache_read_input_tokens",
];

/** Where OpenAI's has it, that of chat completions and that of responses: cached tokens are in it. */
export const OPENAI_PROMPT = ["prompt_tokens"];
export const RESPONSES_PROMPT = ["input_tokens"];
