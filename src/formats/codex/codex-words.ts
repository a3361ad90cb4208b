import type { SessionTable } from "../../json/tape/session-words.ts";
import { getString, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import { hasFailed } from "../shared/response-outputs.ts";
import { CONTENT, TEXT_KEY } from "../shared/shared-keys.ts";

/** Whether a message of the user begins a turn: Codex itself inserts some. */
export function beginsTurn(tree: Tree, item: Node): boolean {
  const [block = NONE] = tree.items(tree.get(item, CONTENT));
  const text = getString(tree, block, TEXT_KEY);
  return !CONTEXT.test(tree.head(text, 40));
}

const CONTEXT = /^(?:<environment_context|<user_instructions|<turn_aborted|# AGENTS\.md)/;

/** The words of the usual lines of a rollout, as data, without compactions. */
export const codexWords: SessionTable = {
  keys: [
    ["type", "type"],
    ["payload", "payload"],
    ["role", "role"],
    ["content", "content"],
    ["id", "own id"],
    ["model", "model"],
    ["text", "text"],
    ["name", "name"],
    ["call_id", "call id"],
    ["input", "input"],
    ["arguments", "arguments"],
    ["output", "output"],
    ["summary", "summary"],
    ["encrypted_content", "sealed"],
    ["status", "status"],
    ["stdout", "copy 1"],
    ["stderr", "copy 2"],
    ["aggregated_output", "copy 3"],
    ["formatted_output", "copy 4"],
    ["changes", "changes"],
    ["item", "item"],
    ["result", "answer"],
    ["callId", "unread"],
    ["refusal", "unread"],
  ],
  lines: [
    ["response_item", "item"],
    ["event_msg", "event"],
    ["turn_context", "context"],
    ["world_state", "note"],
    ["token_usage_record", "note"],
    ["inter_agent_communication_metadata", "note"],
    // Before version 0.36.
    ["message", "bare item"],
    ["reasoning", "bare item"],
    ["function_call", "bare item"],
    ["function_call_output", "bare item"],
  ],
  words: [
    ["user", "user"],
    ["assistant", "assistant"],
    ["developer", "system"],
    ["system", "system"],
    ["message", "message"],
    ["reasoning", "thinking"],
    ["function_call", "call"],
    ["custom_tool_call", "free call"],
    ["function_call_output", "result"],
    ["custom_tool_call_output", "result"],
    ["output_text", "text"],
    ["input_text", "text"],
    ["summary_text", "text"],
    ["exec_command_end", "command event"],
    ["patch_apply_end", "patch event"],
    ["mcp_tool_call_end", "tool event"],
    ["thread_rolled_back", "odd event"],
    ["item_completed", "item event"],
    ["web_search_end", "tool event"],
  ],
  saysFailure: hasFailed,
  beginsTurn,
};
