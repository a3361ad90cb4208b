import { getText, NONE } from "../../json/tree/tree.ts";
import type { Format } from "../format.ts";
import { langchainFormat } from "./langchain-messages.ts";

/**
 * Messages of LangChain as returned by `model_dump()` and the LangGraph API: the fields next to the type,
 * `{"type":"tool","content":…,"tool_call_id":…}`.
 */
export const langchainFlat: Format<"langchain-flat"> = langchainFormat({
  name: "langchain-flat",
  keys: ["type", "content"],
  writtenBy: "LangChain model_dump() and the LangGraph API",
  typeOf(tree, message) {
    const type = getText(tree, message, "type");
    return type === "chat" || tree.get(message, "role") === NONE ? type : undefined;
  },
  fieldsOf: (_tree, message) => message,
  human: (content) => `{"type":"human","content":${content}}`,
});
