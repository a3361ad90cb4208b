/** `elision/langchain`: a middleware for agents of LangChain, and a hook for those of LangGraph. */
import type { BaseMessage } from "@langchain/core/messages";
import { type AgentMiddleware, createMiddleware, tool } from "langchain";
import { langchainFlat } from "../../formats/langchain/langchain-flat.ts";
import type { LoopOptions } from "../loop/compactor-options.ts";
import type { LoopCompactor } from "../loop/loop-compactor.ts";
import { checkCompactor, shapeCompactor } from "./shape-compactor.ts";

export type { LoopCompactor, LoopOptions };

/**
 * A compactor for LangChain's messages.
 *
 * @throws {ElisionError} `bad-option` where an option makes no sense.
 */
export function createCompactor(options: LoopOptions = {}): LoopCompactor<BaseMessage> {
  return shapeCompactor<BaseMessage>(options, langchainFlat);
}

/**
 * A middleware for `createAgent`: it edits the messages of each call of the model, not those that the agent
 * keeps, and adds the tool to read originals again. One compactor is for one conversation.
 */
export function compactionMiddleware(compactor: LoopCompactor<BaseMessage>): AgentMiddleware {
  return createMiddleware({
    name: "elision",
    tools: [readBackTool(compactor)],
    wrapModelCall: (request, handler) =>
      handler({ ...request, messages: compactor.next(request.messages) }),
  });
}

/** A `preModelHook` for `createReactAgent` of LangGraph. One compactor is for one conversation. */
export function preModelHook(compactor: LoopCompactor<BaseMessage>) {
  checkCompactor(compactor);
  return ({ messages }: { messages: BaseMessage[] }): { llmInputMessages: BaseMessage[] } => ({
    llmInputMessages: compactor.next(messages),
  });
}

/** The tool with which the model reads originals again. */
export function readBackTool(compactor: LoopCompactor<BaseMessage>) {
  checkCompactor(compactor);
  const { name, description, parameters } = compactor.tool;
  return tool((input: unknown) => compactor.answer(input), {
    name,
    description,
    schema: parameters,
  });
}
