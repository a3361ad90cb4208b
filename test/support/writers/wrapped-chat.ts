import { asOpenAi } from "../conversations.ts";
import type { Writer } from "./writer.ts";

/** Rows of a batch file, of a log of requests, of a training set, and one with the request as JSON in a string. */
export const wrappedChat: Writer = {
  layout: "rows",
  write: (conversation) => {
    const messages = asOpenAi(conversation);
    const rows = [
      { custom_id: "r-1", method: "POST", url: "/v1/chat/completions", body: { messages } },
      { request: { body: { model: "m", messages } }, response: { status: 200 } },
      { prompt: messages.slice(0, 1), completion: messages.slice(1), reward: 1 },
      { request_id: "r", proxy_server_request: JSON.stringify({ model: "m", messages }) },
    ];
    return [rows[conversation.turns.length % rows.length]];
  },
};
