/** The published types, without a cast: what each subpath gives is what the SDKs take. Compiled by a test. */
import type Anthropic from "@anthropic-ai/sdk";
import type { BaseMessage } from "@langchain/core/messages";
import { generateText, type ModelMessage, wrapLanguageModel } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { compact } from "elision";
import * as aiSdk from "elision/ai-sdk";
import * as anthropic from "elision/anthropic";
import * as langchain from "elision/langchain";
import { createCompactor, oneOf } from "elision/loop";
import * as messages from "elision/messages";
import * as openai from "elision/openai";
import { anthropic as anthropicReader, openaiChat, reduce, vercelModel } from "elision/reduce";
import { createAgent } from "langchain";
import type OpenAI from "openai";

const model = new MockLanguageModelV3();

export function typed(
  params: Anthropic.MessageParam[],
  chat: OpenAI.ChatCompletionMessageParam[],
  items: OpenAI.Responses.ResponseInputItem[],
  modelMessages: ModelMessage[],
  baseMessages: BaseMessage[],
) {
  const forAnthropic = anthropic.createCompactor({ firstSight: 500 });
  const forChat = openai.createChatCompactor();
  const forItems = openai.createResponsesCompactor();
  const forAiSdk = aiSdk.createCompactor();
  const forLangChain = langchain.createCompactor({ window: 10, every: 5 });
  const sent: {
    anthropic: Anthropic.MessageParam[];
    anthropicTools: Anthropic.Tool[];
    chat: OpenAI.ChatCompletionMessageParam[];
    chatTools: OpenAI.ChatCompletionTool[];
    items: OpenAI.Responses.ResponseInputItem[];
    itemTools: OpenAI.Responses.Tool[];
    model: ModelMessage[];
    base: BaseMessage[];
    any: Anthropic.MessageParam[];
    every: Anthropic.MessageParam[];
    within: ModelMessage[];
    reduced: ModelMessage[];
  } = {
    anthropic: forAnthropic.next(params),
    anthropicTools: [forAnthropic.definition],
    chat: forChat.next(chat),
    chatTools: [forChat.definition],
    items: forItems.next(items),
    itemTools: [forItems.definition],
    model: forAiSdk.next(modelMessages),
    base: forLangChain.next(baseMessages),
    any: createCompactor({ reader: oneOf(anthropicReader, openaiChat) }).next(params),
    every: messages.createCompactor().next(params),
    reduced: reduce(modelMessages, { window: 3, reader: vercelModel }).messages,
    within: messages.reduce(modelMessages, { window: 3, maxInputChars: 9000 }).messages,
  };
  const wrapped = wrapLanguageModel({ model, middleware: aiSdk.compactionMiddleware(forAiSdk) });
  const tools = { read_original: aiSdk.readBackTool(forAiSdk) };
  const made = () =>
    generateText({ model: wrapped, prompt: "", tools, prepareStep: aiSdk.prepareStep(forAiSdk) });
  const agent = () =>
    createAgent({ model: "m", middleware: [langchain.compactionMiddleware(forLangChain)] });
  // @ts-expect-error a budget is in elision/messages
  const budgeted = () => reduce(params, { reader: anthropicReader, maxInputChars: 9000 });
  return { budgeted, sent, made, agent, compact };
}
