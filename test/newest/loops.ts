/**
 * Loops with the newest SDKs, as their users type them, without a cast: compiled, not run, and with the other versions
 * as well.
 */
import { generateText, streamText, ToolLoopAgent, type ToolSet, wrapLanguageModel } from "ai";
import { compactionMiddleware, createCompactor, prepareStep, readBackTool } from "elision/ai-sdk";
import { createChatCompactor, createResponsesCompactor } from "elision/openai";
import type OpenAI from "openai";

type Model = Parameters<typeof wrapLanguageModel>[0]["model"];

export async function aiSdk(model: Model, tools: ToolSet): Promise<void> {
  const compactor = createCompactor({ firstSight: 4000 });
  const all = { ...tools, read_original: readBackTool(compactor) };
  const step = prepareStep(compactor);
  await generateText({ model, tools: all, prompt: "Look.", prepareStep: step });
  await new ToolLoopAgent({ model, tools: all, prepareStep: step }).generate({ prompt: "Look." });
  const wrapped = wrapLanguageModel({ model, middleware: compactionMiddleware(compactor) });
  await streamText({ model: wrapped, tools: all, prompt: "Look." }).text;
}

export async function chat(client: OpenAI): Promise<void> {
  const compactor = createChatCompactor();
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Look." }];
  const { choices } = await client.chat.completions.create({
    model: "gpt-5",
    tools: [compactor.definition],
    messages: compactor.next(messages),
  });
  for (const call of choices[0]?.message.tool_calls ?? []) {
    const answer = compactor.answerTo(call);
    if (answer !== undefined) messages.push(answer);
  }
}

export async function responses(client: OpenAI): Promise<void> {
  const compactor = createResponsesCompactor();
  const input: OpenAI.Responses.ResponseInputItem[] = [{ role: "user", content: "Look." }];
  const { output } = await client.responses.create({
    model: "gpt-5",
    tools: [compactor.definition],
    input: compactor.next(input),
    store: false,
  });
  for (const item of output) {
    const answer = compactor.answerTo(item);
    if (answer !== undefined) input.push(answer);
  }
}
