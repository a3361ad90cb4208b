import { ElisionError } from "../base/errors.ts";

/** A message of chat completions, limited to what sessions of agents without an export of their own need. */
export type SavedMessage =
  | { readonly role: "system" | "user"; readonly content: string | readonly SavedPart[] }
  | {
      readonly role: "assistant";
      readonly content: string | readonly SavedPart[] | null;
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly SavedCall[];
    }
  | {
      readonly role: "tool";
      readonly tool_call_id: string;
      readonly content: string | readonly SavedPart[];
    };

/** A text, or an image as a data URL. */
export type SavedPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } };

/** A call of a tool. */
export interface SavedCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A text; empty for any other value. */
export function string(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * The value of a saved message.
 *
 * @throws {ElisionError} `bad-database` if it is not JSON.
 */
export function messageJson<T>(text: string, session: string): T {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ElisionError("bad-database", `a message of session ${session} is not JSON`, {
      cause,
    });
  }
}

/** A call of a tool, by its name and its arguments, which are JSON. */
export function callOf(id: string, name: string, args: string): SavedCall {
  return { id, type: "function", function: { name, arguments: args } };
}
