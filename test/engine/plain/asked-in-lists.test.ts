/** Lists of conversations in which the kernel begins to ask a format about its messages. */
import { readFileSync } from "node:fs";
import { it } from "vitest";
import { agree } from "./paths-agree.ts";

// In the order of a first run: what is learned of a conversation serves those after it.
it.each([
  ["vercel-ui/chat.json"],
  ["cline/api_conversation_history.json"],
  ["openai-responses/request.json"],
  ["agentdojo/run.json"],
])("reads each conversation of a list of %s", (name) => {
  const chat = JSON.parse(readFileSync(`fixtures/${name}`, "utf8"));
  agree(Buffer.from(JSON.stringify([chat, chat, chat])), { window: 0, minGain: 1 });
});
