/** The loops of docs/library.md, run as they stand there, each with its SDK and a scripted model. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { tool as agentsToolOf, setTracingDisabled } from "@openai/agents";
import { tool as aiSdkTool } from "ai";
import { tool as langchainTool } from "langchain";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { scriptedAiSdk } from "./support/scripted/ai-sdk-model.ts";
import { scriptedAnthropic } from "./support/scripted/anthropic-server.ts";
import { ScriptedLangChain } from "./support/scripted/langchain-model.ts";
import { scriptedAgents, scriptedChat } from "./support/scripted/openai-models.ts";

const STEPS = 6;
const PAGE = readFileSync(new URL("../docs/library.md", import.meta.url), "utf8");
const SECTION = /^## In an agent's loop$([\s\S]*?)^## /m.exec(PAGE)?.[1] ?? "";
const LOOPS = [...SECTION.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = ""]) => code);

/** The loop that uses an adapter and holds a word. */
function loopWith(adapter: string, word: string): string {
  const found = LOOPS.filter(
    (code) => code.includes(`"elision/${adapter}"`) && code.includes(word),
  );
  expect(found).toHaveLength(1);
  return found[0] ?? "";
}

const DIST = pathToFileURL("dist/");

const load = (name: string) =>
  import(name.startsWith("elision/") ? new URL(`${name.slice(8)}.js`, DIST).href : name);

const AsyncFunction = (async () => {}).constructor as new (
  ...args: string[]
) => (...args: unknown[]) => Promise<void>;

/** Runs a loop with values for the names that it leaves to the reader. */
async function runLoop(code: string, given: Readonly<Record<string, unknown>>): Promise<void> {
  const body = code
    .replace(/^import (\w+) from ("[^"]+");$/gm, "const { default: $1 } = await load($2);")
    .replace(
      /^import (\{[^}]*\}) from ("[^"]+");$/gm,
      (_, names: string, from: string) =>
        `const ${names.replaceAll(" as ", ": ")} = await load(${from});`,
    );
  const values = { task: "Look around.", load, ...given };
  await new AsyncFunction(...Object.keys(values), body)(...Object.values(values));
}

const resultOf = (step: number) => `${step}: ${"long result\n".repeat(1000)}`;
const schema = z.object({ step: z.number() });
const about = { name: "look", description: "Looks." };

/** The last prompt has every result, each of them short, and the last one whole. */
function expectShort(prompts: readonly unknown[]): void {
  expect(prompts).toHaveLength(STEPS + 2);
  const text = JSON.stringify(prompts.at(-1));
  for (let step = 1; step <= STEPS; step++) expect(text).toContain(`${step}: long result`);
  expect(text.length).toBeLessThan(STEPS * 6000 + 14_000);
  expect(text).toContain(JSON.stringify(resultOf(STEPS)).slice(1, -1));
}

describe("the loop in docs/library.md", () => {
  it("with Anthropic's SDK works", async () => {
    const { baseURL, requests } = await scriptedAnthropic(STEPS);
    vi.stubEnv("ANTHROPIC_BASE_URL", baseURL);
    vi.stubEnv("ANTHROPIC_API_KEY", "none");
    const run = async ({ id, input }: { id: string; input: { step: number } }) => {
      return { type: "tool_result", tool_use_id: id, content: resultOf(input.step) };
    };
    const tools = [{ ...about, input_schema: { type: "object" } }];
    await runLoop(loopWith("anthropic", "messages.create"), { tools, run });
    expectShort(requests.map(({ messages }) => messages));
  });

  it("with OpenAI's SDK works", async () => {
    const { baseURL, requests } = await scriptedChat(STEPS);
    vi.stubEnv("OPENAI_BASE_URL", baseURL);
    vi.stubEnv("OPENAI_API_KEY", "none");
    const run = async ({
      id,
      function: { arguments: args },
    }: {
      id: string;
      function: { arguments: string };
    }) => {
      return { role: "tool", tool_call_id: id, content: resultOf(JSON.parse(args).step) };
    };
    await runLoop(loopWith("openai", "chat.completions"), { tools: [], run });
    expectShort(requests.map(({ messages }) => messages));
  });

  it("with the Agents SDK works", async () => {
    setTracingDisabled(true);
    const { model, requests } = scriptedAgents(STEPS);
    const look = agentsToolOf({
      ...about,
      parameters: schema,
      execute: ({ step }) => resultOf(step),
    });
    await runLoop(loopWith("openai", "@openai/agents"), { model, tools: [look] });
    expectShort(requests.map(({ input }) => input));
  });

  it("with the AI SDK works", async () => {
    const { model, calls } = scriptedAiSdk(STEPS);
    const look = aiSdkTool({
      ...about,
      inputSchema: schema,
      execute: ({ step }) => resultOf(step),
    });
    await runLoop(loopWith("ai-sdk", "generateText"), { model, tools: { look } });
    expectShort(calls.map(({ prompt }) => prompt));
  });

  it("with LangChain works", async () => {
    const model = new ScriptedLangChain(STEPS);
    const look = langchainTool(({ step }: { step: number }) => resultOf(step), {
      ...about,
      schema,
    });
    await runLoop(loopWith("langchain", "createAgent"), { model, tools: [look] });
    expectShort(model.prompts.map((prompt) => prompt.map(({ content }) => content)));
  });
});
