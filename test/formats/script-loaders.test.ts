/**
 * Libraries of npm that load what these formats save: they take what comes out of a compaction as they took the
 * original.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { load } from "@langchain/core/load";
import { mapStoredMessagesToChatMessages } from "@langchain/core/messages";
import { Agent, RunState } from "@openai/agents";
import { modelMessageSchema, safeValidateUIMessages } from "ai";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";

const FIXTURES = fileURLToPath(new URL("../../fixtures/", import.meta.url));

type Loader = (text: string) => Promise<readonly unknown[]>;

const json = (text: string) => JSON.parse(text);
const lines = (text: string): readonly unknown[] => text.trimEnd().split("\n").map(json);

const LOADERS: Readonly<Record<string, Loader>> = {
  "vercel-model/messages.json": async (text) =>
    json(text).map((message: unknown) => modelMessageSchema.parse(message)),
  "vercel-ui/chat.json": async (text) => {
    const { messages } = json(text);
    const result = await safeValidateUIMessages({ messages });
    if (!result.success) throw result.error;
    return result.data;
  },
  "openai-agents-runstate/javascript.json": async (text) => {
    const agent = new Agent({ name: json(text).currentAgent.name });
    return (await RunState.fromString(agent, text)).history;
  },
  "langchain/js.jsonl": (text) =>
    Promise.all(lines(text).map((each) => load(JSON.stringify(each)))),
  "langchain-dict/history.json": async (text) =>
    mapStoredMessagesToChatMessages(
      json(text).filter(({ type }: { type: string }) => type !== "remove"),
    ).map((message) => message.toDict()),
};

const ALL = { preserveRecentRawTurns: 0, minGain: 1, keepErrors: "none" } as const;

describe("loads what comes out of", () => {
  it.each(Object.entries(LOADERS))("%s", async (name, loader) => {
    const bytes = readFileSync(`${FIXTURES}${name}`);
    const { bytes: made, transcripts } = compact(bytes, ALL);
    const masked = transcripts.reduce((sum, each) => sum + each.maskedCount, 0);
    const [before, after] = [
      await loader(bytes.toString()),
      await loader(Buffer.from(made).toString()),
    ];
    expect(after).toHaveLength(before.length);
    const placeholders = JSON.stringify(after).split("[observation masked").length - 1;
    expect(placeholders).toBeGreaterThanOrEqual(masked);
    expect(masked).toBeGreaterThan(0);
  });
});
