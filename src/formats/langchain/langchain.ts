import { NONE } from "../../json/tree/tree.ts";
import type { Format } from "../format.ts";
import { langchainFormat } from "./langchain-messages.ts";

/**
 * Messages of LangChain as `dumps()` (Python) and `JSON.stringify` (JavaScript) write them: objects that name
 * the class to construct, `{"lc":1,"type":"constructor","id":[…,"ToolMessage"],"kwargs":…}`. Checked on the
 * output of both, and that both load the message with a summary (langchain-core 1.8.1, @langchain/core
 * 1.2.13).
 */
export const langchain: Format<"langchain"> = langchainFormat({
  name: "langchain",
  keys: ["lc", "type", "kwargs"],
  writtenBy: "LangChain dumps()",
  typeOf(tree, message) {
    if (!tree.is(tree.get(message, "type"), "constructor")) return undefined;
    if (!tree.isNumber(tree.get(message, "lc"))) return undefined;
    const name = tree.items(tree.get(message, "id")).at(-1) ?? NONE;
    return CLASSES.get(tree.text(name));
  },
  fieldsOf: (tree, message) => tree.get(message, "kwargs"),
  // A name that the loaders of both languages accept.
  human: (content) =>
    `{"lc":1,"type":"constructor","id":["langchain_core","messages","HumanMessage"],"kwargs":{"content":${content}}}`,
});

const CLASSES: ReadonlyMap<string, string> = new Map(
  ["System", "Human", "AI", "Tool", "Function", "Chat"].flatMap((name) => [
    [`${name}Message`, name.toLowerCase()],
    [`${name}MessageChunk`, name.toLowerCase()],
  ]),
);
