import type { RequestFormat } from "../../api/live/request-format.ts";

/** A kind of request with the messages of a conversation in its body, and their format. */
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

/** The wire format of a request by its method and path; undefined: it has none, and passes unchanged. */
export function wireOf(method: string, path: string): Wire | undefined {
  if (method !== "POST") return undefined;
  const [plain = ""] = path.split("?");
  return WIRES.find((wire) => wire.path.test(plain));
}
