import { type ChatTranscript, readChat } from "../../src/api/chat/read-chat.ts";
import type { Transcript } from "../../src/transcript/model/transcript.ts";

/**
 * A transcript from a shorthand: `s` system, `u` user, `a` assistant, `c1` a call with id 1 (in the
 * message before it if that is an assistant's), `o1` its observation, `c`, `o` without an id.
 */
export function transcriptOf(shorthand: string): Transcript {
  return chatOf(shorthand).transcript;
}

export function chatOf(shorthand: string): ChatTranscript {
  const messages: Record<string, unknown>[] = [];
  for (const word of shorthand.split(" ")) {
    const id = word.slice(1);
    if (word[0] === "s") messages.push({ role: "system", content: "system" });
    else if (word[0] === "u") messages.push({ role: "user", content: "user" });
    else if (word[0] === "a") messages.push({ role: "assistant", content: "said" });
    else if (word === "o") messages.push({ role: "function", name: "f", content: "observed" });
    else if (word[0] === "o")
      messages.push({ role: "tool", tool_call_id: id, content: "observed" });
    else if (word === "c")
      messages.push({ role: "assistant", function_call: { name: "f", arguments: "" } });
    else if (word[0] === "c") {
      const call = { id, type: "function", function: { name: "f", arguments: "{}" } };
      const last = messages.at(-1);
      if (last?.role === "assistant" && last.function_call === undefined)
        last.tool_calls = [...((last.tool_calls as object[] | undefined) ?? []), call];
      else messages.push({ role: "assistant", content: null, tool_calls: [call] });
    }
  }
  return readChat(messages as { role: string }[]);
}
