import { getText } from "../../json/tree/tree.ts";
import type { Format } from "../format.ts";
import { langchainFormat } from "./langchain-messages.ts";

/**
 * Messages of LangChain as returned by `messages_to_dict()` (Python) and `mapChatMessagesToStoredMessages()`
 * (JavaScript), and kept by most chat histories: `{"type":"tool","data":{…}}`.
 */
export const langchainDict: Format<"langchain-dict"> = langchainFormat({
  name: "langchain-dict",
  keys: ["type", "data"],
  writtenBy: "LangChain messages_to_dict() and chat histories",
  typeOf: (tree, message) => getText(tree, message, "type"),
  fieldsOf: (tree, message) => tree.get(message, "data"),
  human: (content) => `{"type":"human","data":{"content":${content},"type":"human"}}`,
});
