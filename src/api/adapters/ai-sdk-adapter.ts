/** `elision/ai-sdk`: for loops with the AI SDK, by its steps or around a model. */
import { jsonSchema, type LanguageModelMiddleware, type ModelMessage, type Tool, tool } from "ai";
import { vercelModel } from "../../formats/vercel-model.ts";
import type { LoopOptions } from "../loop/compactor-options.ts";
import type { LoopCompactor } from "../loop/loop-compactor.ts";
import type { ReadBackInput } from "../loop/read-back.ts";
import { checkCompactor, shapeCompactor } from "./shape-compactor.ts";

export type { LoopCompactor, LoopOptions, ReadBackInput };

/** A message of the AI SDK: a `ModelMessage`, or one of a model's prompt. */
export interface AiSdkMessage {
  readonly role: string;
  readonly content: unknown;
}

/**
 * A compactor for messages of the AI SDK.
 *
 * @throws {ElisionError} `bad-option` where an option makes no sense.
 */
export function createCompactor(options: LoopOptions = {}): LoopCompactor<AiSdkMessage> {
  return shapeCompactor<AiSdkMessage>(options, vercelModel);
}

/** A `prepareStep` for `generateText`, `streamText` and agents. One compactor is for one conversation. */
export function prepareStep(compactor: LoopCompactor<AiSdkMessage>) {
  checkCompactor(compactor);
  return ({ messages }: { readonly messages: ModelMessage[] }): { messages: ModelMessage[] } => ({
    messages: compactor.next(messages),
  });
}

/**
 * A middleware for `wrapLanguageModel` of versions 6 and 7: it edits only prompts, and sees no reply, streamed or
 * not. One compactor is for one conversation: wrap the model again for each.
 */
export function compactionMiddleware(
  compactor: LoopCompactor<AiSdkMessage>,
): LanguageModelMiddleware {
  checkCompactor(compactor);
  return {
    specificationVersion: "v3",
    transformParams: async ({ params }) => ({ ...params, prompt: compactor.next(params.prompt) }),
  };
}

/** The tool with which the model reads originals again: put it among your tools, under `compactor.tool.name`. */
export function readBackTool(compactor: LoopCompactor<AiSdkMessage>): Tool<ReadBackInput, string> {
  checkCompactor(compactor);
  const { description, parameters } = compactor.tool;
  return tool({
    description,
    inputSchema: jsonSchema<ReadBackInput>(parameters),
    execute: (input: ReadBackInput) => compactor.answer(input),
  });
}
