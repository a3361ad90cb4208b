/**
 * Fixtures under the names of other formats: each is refused, except by relatives that read the same messages. A
 * relative reads every tool result that the format itself does, or says how many it left.
 */
import { describe, expect, it } from "vitest";
import { type CompactResult, compact } from "../../src/api/compact.ts";
import { ElisionError } from "../../src/base/errors.ts";
import { FORMAT_NAMES, type FormatName } from "../../src/formats/index.ts";
import { type Fixture, fixturesOf } from "../support/fixtures.ts";
import { IS_DEEP, oneIn } from "../support/runs.ts";

/** All results are masked: none is inside a window, an error or too short. */
const ALL = { preserveRecentRawTurns: 0, minGain: 1, keepErrors: "none" } as const;

interface Relatives {
  readonly because: string;
  /** None: those of every format. */
  readonly fixtures: readonly string[];
  readonly readers: readonly FormatName[];
  /** Whether they know only some results, and nothing shows the others. */
  readonly readsLess?: boolean;
}

const RELATIVES: readonly Relatives[] = [
  {
    because: "lines that are messages of chat completions, with keys of their own or none",
    fixtures: [
      "chat-message/dispatches.jsonl",
      "hermes/transcript.jsonl",
      "kimi-cli/context.jsonl",
      "mistral-vibe/messages.jsonl",
      "openai-chat/ollama-session.jsonl",
      "openai-chat/session.jsonl",
    ],
    readers: ["chat-message", "hermes", "kimi-cli", "openai-chat", "plain"],
  },
  {
    because: "conversations of messages of chat completions",
    fixtures: [
      "agentdojo/strings.json",
      "crewai/task.jsonl",
      "hermes/export.jsonl",
      "hermes/snapshot.json",
      "inspect-ai/sample.json",
      "mini-swe-agent/v2.traj.json",
      "openai-chat/document.json",
      "openai-chat/fine-tuning.jsonl",
      "openai-chat/legacy-functions.json",
      "openai-chat/objects.jsonl",
      "openai-chat/ollama.jsonl",
      "openai-chat/rows.jsonl",
      "openhands-llm-logs/function-calling.json",
    ],
    readers: ["agentdojo", "chat-message", "huggingface", "openai-chat", "plain", "swe-smith"],
  },
  {
    because: "results are text of the user: formats without a text protocol say that it looks so",
    fixtures: [
      "cline/api_conversation_history.json",
      "mini-swe-agent/bare-array.traj.json",
      "mini-swe-agent/v1.traj.json",
      "openhands-llm-logs/text.json",
      "plain/conversations.jsonl",
      "plain/document.json",
      "plain/lines.jsonl",
      "plain/react.jsonl",
      "plain/sharegpt.jsonl",
      "swe-smith/ticks.jsonl",
      "swe-smith/xml.jsonl",
    ],
    readers: [
      ...["agentdojo", "anthropic", "bedrock", "chat-message", "cline", "fast-agent", "hermes"],
      ...[
        "huggingface",
        "kimi-cli",
        "mini-swe-agent",
        "openai-chat",
        "openai-responses",
        "plain",
        "sharegpt",
        "swe-smith",
      ],
      ...["vercel-model", "vercel-ui"],
    ] as readonly FormatName[],
  },
  {
    because: "plain knows such results by how they begin, and these begin in no known way",
    fixtures: [
      "mini-swe-agent/v1.traj.json",
      "swe-smith/ticks.jsonl",
      "swe-smith/xml.jsonl",
      "terminus/rows.jsonl",
    ],
    readers: ["plain"],
    readsLess: true,
  },
  {
    because: "an error stands under a key of its own, where nothing shows that it is a result",
    fixtures: ["agentdojo/strings.json"],
    readers: ["chat-message", "huggingface", "openai-chat", "plain", "swe-smith"],
    readsLess: true,
  },
  {
    because: "ShareGPT's messages",
    fixtures: ["sharegpt/array.json", "sharegpt/hermes.jsonl"],
    readers: ["plain"],
  },
  {
    because: "Anthropic's messages",
    fixtures: [
      "amp/recorded.json",
      "amp/thread.json",
      "anthropic/request.json",
      "cline/roo-condensed.json",
      "cline/session.messages.json",
    ],
    readers: ["anthropic", "cline"],
  },
  {
    because: "rows, one of them without results, which is a conversation to any reader of messages",
    fixtures: ["openai-chat/objects.jsonl", "openai-chat/rows.jsonl"],
    readers: ["anthropic", "cline", "fast-agent", "vercel-model", "vercel-ui"],
  },
  {
    because: "the same messages, in a file of the agent's and in its output",
    fixtures: ["claude-code/session.jsonl", "claude-stream-json/stream.jsonl"],
    readers: ["claude-code", "claude-stream-json"],
  },
  {
    because: "events of the same kinds, and results under keys of another name, which they say",
    fixtures: ["droid-stream-json/exec.jsonl", "gemini-stream-json/oven.jsonl"],
    readers: ["droid-stream-json", "gemini-stream-json"],
  },
  {
    because: "conversations of chat APIs under any keys",
    fixtures: [],
    readers: ["wrapped-chat"],
  },
  {
    because: "conversations without tools next to results, and results that are text of the user",
    fixtures: ["langfuse/page.json", "openinference/spans.json", "tau-bench/react.jsonl"],
    readers: ["wrapped-chat"],
    readsLess: true,
  },
  {
    because: "items of the Responses API",
    fixtures: ["openai-responses/session.jsonl", "openhands-llm-logs/responses.json"],
    readers: ["codex", "openai-responses"],
  },
];

describe.each(FORMAT_NAMES)("%s", (format) => {
  it.each(fixturesOf(format))("$name is refused by all but its relatives", (fixture) => {
    const own = masked(compact(fixture.bytes, { ...ALL, ...named(format) }));
    const others = FORMAT_NAMES.filter((name) => name !== format);
    for (const other of oneIn(16, others, fixture.name.length)) {
      const result = readAs(other, fixture);
      if (result === undefined) continue;
      const relatives = relativesOf(fixture, other);
      expect(relatives.length, `${fixture.name} as ${other}`).toBeGreaterThan(0);
      if (isSaid(result) || relatives.some(({ readsLess }) => readsLess)) continue;
      expect(masked(result), `${fixture.name} as ${other}`).toBeGreaterThanOrEqual(own);
    }
  });
});

it.each([
  ["goose", "plain/lines.jsonl"],
  ["bedrock", "plain/document.json"],
  ["droid-stream-json", "qwen-code/session.jsonl"],
  ["gemini-stream-json", "grok-build/chat_history.jsonl"],
  ["hermes", "vercel-model/version-4.jsonl"],
  ["plain", "otel/messages.json"],
] as const)("%s does not take %s, of which it reads a message or two", (format, name) => {
  const fixture = FORMAT_NAMES.flatMap(fixturesOf).find((each) => each.name === name);
  expect(fixture && readAs(format, fixture)).toBeUndefined();
});

it.runIf(IS_DEEP)("lists no relatives that are refused", () => {
  const fixtures = FORMAT_NAMES.flatMap(fixturesOf);
  for (const { because, fixtures: listed, readers } of RELATIVES)
    for (const name of listed) {
      const fixture = fixtures.find((each) => each.name === name);
      const read = readers.filter((other) => fixture && readAs(other, fixture) !== undefined);
      expect(read.length, `${name}: ${because}`).toBeGreaterThan(0);
    }
});

function relativesOf({ name }: Fixture, reader: FormatName): readonly Relatives[] {
  return RELATIVES.filter(
    ({ fixtures, readers }) =>
      (fixtures.length === 0 || fixtures.includes(name)) && readers.includes(reader),
  );
}

/** What a format makes of a fixture; undefined where it is refused by name. */
function readAs(format: FormatName, { bytes }: Fixture): CompactResult | undefined {
  try {
    return compact(bytes, { ...ALL, format });
  } catch (error) {
    if (error instanceof ElisionError) return undefined;
    throw error;
  }
}

/** The one format that is never guessed has to be named. */
function named(format: FormatName): { readonly format?: FormatName } {
  return format === ("plain" as string) ? { format } : {};
}

function isSaid({ badLines, file }: CompactResult): boolean {
  return badLines.length > 0 || file.unreadResults > 0;
}

function masked({ transcripts }: CompactResult): number {
  return transcripts.reduce(
    (sum, { maskedCount, deadMaskedCount = 0 }) => sum + maskedCount + deadMaskedCount,
    0,
  );
}
