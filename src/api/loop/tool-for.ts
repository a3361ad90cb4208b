import { checkArgument } from "../../base/arguments.ts";
import { badOption } from "../../base/errors.ts";
import type { ReadBackTool } from "./read-back.ts";

type Parameters = ReadBackTool["parameters"];

/** The definition of the tool as each API takes it in a request. */
export interface ReadBackTools {
  readonly "openai-chat": {
    readonly type: "function";
    readonly function: { name: string; description: string; parameters: Parameters };
  };
  readonly "openai-responses": {
    readonly type: "function";
    name: string;
    description: string;
    parameters: Parameters;
    strict: false;
  };
  readonly anthropic: { name: string; description: string; input_schema: Parameters };
  readonly "gemini-contents": {
    functionDeclarations: { name: string; description: string; parametersJsonSchema: Parameters }[];
  };
  readonly bedrock: {
    toolSpec: { name: string; description: string; inputSchema: { json: Parameters } };
  };
}

/**
 * The definition of a compactor's tool for requests of a shape: put it among your tools, and answer calls of
 * it with `compactor.answer(arguments)`. For the AI SDK, LangChain and the Agents SDK see their adapters.
 *
 * @throws {ElisionError} `bad-option` for any other shape.
 */
export function toolFor<Shape extends keyof ReadBackTools>(
  shape: Shape,
  compactor: { readonly tool: ReadBackTool },
): ReadBackTools[Shape] {
  if (!Object.hasOwn(DEFINITIONS, shape))
    throw badOption("shape", `one of ${Object.keys(DEFINITIONS).join(", ")}`, shape);
  checkArgument("compactor", compactor, ["a compactor", (value) => hasTool(value)]);
  return DEFINITIONS[shape](compactor.tool);
}

const DEFINITIONS: {
  readonly [Shape in keyof ReadBackTools]: (tool: ReadBackTool) => ReadBackTools[Shape];
} = {
  "openai-chat": ({ name, description, parameters }) => ({
    type: "function",
    function: { name, description, parameters },
  }),
  "openai-responses": (tool) => ({ type: "function", ...tool, strict: false }),
  anthropic: ({ name, description, parameters }) => ({
    name,
    description,
    input_schema: parameters,
  }),
  "gemini-contents": ({ name, description, parameters }) => ({
    functionDeclarations: [{ name, description, parametersJsonSchema: parameters }],
  }),
  bedrock: ({ name, description, parameters }) => ({
    toolSpec: { name, description, inputSchema: { json: parameters } },
  }),
};

function hasTool(value: unknown): boolean {
  return typeof value === "object" && value !== null && "tool" in value;
}
