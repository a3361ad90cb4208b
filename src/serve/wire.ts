import type { RequestFormat } from "../api/live/request-format.ts";

/** A request whose body holds the messages of a conversation, and the format that they have there. */
export interface Wire {
  readonly name: "anthropic" | "openai-chat" | "openai-responses" | "gemini";
  readonly format: RequestFormat;
}

const WIRES: readonly (Wire & { readonly path: RegExp })[] = [
  { name: "anthropic", format: "anthropic", path: /\/v1\/messages$/ },
  { name: "openai-chat", format: "openai-chat", path: /\/chat\/completions$/ },
  { name: "openai-responses", format: "openai-responses", path: /\/responses$/ },
  {
    name: "gemini",
    format: "gemini-contents",
    path: /\/models\/[^/]+:(?:generateContent|streamGenerateContent)$/,
  },
];

/** The wire format of a request by its method and path; undefined: it is none, and passes as it is. */
export function wireOf(method: string, path: string): Wire | undefined {
  if (method !== "POST") return undefined;
  const [plain = ""] = path.split("?");
  return WIRES.find((wire) => wire.path.test(plain));
}
