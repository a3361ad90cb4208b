import { ElisionError } from "../base/errors.ts";
import { callOf, type SavedMessage, type SavedPart } from "./saved-messages.ts";

/** A message in Vibe's store. */
export interface VibeMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content?: readonly VibePart[];
  /** In place of its content, where a message of the assistant was imported. */
  readonly parts?: readonly VibePart[];
  readonly tool_call_id?: string;
}

type VibePart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "content"; readonly content: VibePart }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string }
  | { readonly type: "reasoning"; readonly content: readonly VibePart[] }
  | { readonly type: "redacted" }
  | {
      readonly type: "resource";
      readonly resource: { readonly uri: string; readonly text?: string };
    }
  | { readonly type: "resource_link"; readonly uri: string }
  | {
      readonly type: "tool_call";
      readonly id: string;
      readonly name: string;
      readonly arguments: { readonly raw: string };
    };

/** A message of the store in a file, as chat completions. */
export function vibeMessage(message: VibeMessage, file: string): SavedMessage {
  const { role, content = [], parts = content, tool_call_id: id = "" } = message;
  const shown = contentOf(parts, file);
  if (role === "tool") return { role, tool_call_id: id, content: shown };
  if (role !== "assistant") return { role, content: shown };
  const thinking = parts.flatMap((part) => (part.type === "reasoning" ? part.content : []));
  const reasoning = thinking.map((part) => (part.type === "text" ? part.text : "")).join("");
  const calls = parts.flatMap((part) =>
    part.type === "tool_call" ? [callOf(part.id, part.name, part.arguments.raw)] : [],
  );
  return {
    role,
    content: shown,
    ...(reasoning !== "" && { reasoning_content: reasoning }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

/** The texts and images of a message; calls and reasoning are no part of its content. */
function contentOf(parts: readonly VibePart[], file: string): string | readonly SavedPart[] {
  const shown = parts.flatMap((part) => shownIn(part, file));
  const [only] = shown;
  if (only === undefined) return "";
  return shown.length === 1 && only.type === "text" ? only.text : shown;
}

function shownIn(part: VibePart, file: string): readonly SavedPart[] {
  switch (part.type) {
    case "text":
      return [{ type: "text", text: part.text }];
    case "content":
      return shownIn(part.content, file);
    case "image": {
      const url = `data:${part.mimeType};base64,${part.data}`;
      return [{ type: "image_url", image_url: { url } }];
    }
    case "resource":
      return [{ type: "text", text: part.resource.text ?? part.resource.uri }];
    case "resource_link":
      return [{ type: "text", text: part.uri }];
    case "reasoning":
    case "redacted":
    case "tool_call":
      return [];
    default:
      throw new ElisionError("bad-database", `content of a kind that elision does not know`, {
        file,
      });
  }
}
