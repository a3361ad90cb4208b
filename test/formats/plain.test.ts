import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compact, compactWith } from "../../src/api/compact.ts";
import { detectFormat } from "../../src/formats/index.ts";
import { agree } from "../engine/plain/paths-agree.ts";
import { treeOf } from "../support/parse-json.ts";

interface Message {
  readonly role: string;
  readonly content: string | readonly { readonly text: string }[];
}

function read(name: string): Buffer {
  return readFileSync(new URL(`../../fixtures/plain/${name}`, import.meta.url));
}

function compacted(name: string, window: number): Message[] {
  const options = { format: "plain", preserveRecentRawTurns: window } as const;
  const text = Buffer.from(compact(read(name), options).bytes).toString();
  return name.endsWith(".json")
    ? JSON.parse(text).messages
    : text.split("\n").map((line) => JSON.parse(line));
}

function maskedIn(messages: readonly Message[]): number[] {
  return messages.flatMap(({ content }, index) => {
    const text = typeof content === "string" ? content : content[0]?.text;
    return /^\[observation masked/.test(text ?? "") ? [index] : [];
  });
}

describe("messages of role and content, a line each", () => {
  it("are observations by their headers, and by nothing else", () => {
    expect(maskedIn(compacted("lines.jsonl", 0))).toEqual([3, 5, 9, 11, 13]);
  });

  it("keep what they answer, without which they would be taken for quotations", () => {
    const said = (role: string, content: string) => JSON.stringify({ role, content });
    const lines = [
      said("user", "Go."),
      said("assistant", "ls"),
      said("user", `OBSERVATION:\n${"x".repeat(200)}`),
      said("user", "Go on."),
      said("assistant", "Done."),
    ];
    const options = {
      format: "plain",
      windowUnit: "tokens",
      preserveRecentRawTurns: 91,
      maxInputChars: 0,
    } as const;
    const once = compact(Buffer.from(`${lines.join("\n")}\n`), options);
    expect(Buffer.from(once.bytes).toString()).toContain("OBSERVATION");
    expect(compact(once.bytes, options).bytes).toBe(once.bytes);
  });

  it("count turns by what was answered", () => {
    expect(maskedIn(compacted("lines.jsonl", 2))).toEqual([3, 5, 9]);
    expect(maskedIn(compacted("lines.jsonl", 5))).toEqual([]);
  });

  it("keep a block for what stood in several", () => {
    expect(compacted("lines.jsonl", 0)[13]?.content).toHaveLength(1);
  });
});

describe("messages of role and content in an array", () => {
  it("are no observations before the assistant has spoken", () => {
    expect(maskedIn(compacted("document.json", 0))).toEqual([2, 4, 8, 10, 12]);
    expect(maskedIn(compacted("document.json", 2))).toEqual([2, 4, 8]);
  });
});

describe("rows of agents that act in their texts", () => {
  const formatOf = (messages: readonly Message[]) =>
    detectFormat([treeOf(JSON.stringify({ messages }))]);
  const user = (content: string): Message => ({ role: "user", content });
  const agent = (content: string): Message => ({ role: "assistant", content });
  const act = agent("Thought: look.\nAction: read[gauge]");

  it.each(["react.jsonl", "conversations.jsonl", "sharegpt.jsonl"])(
    "are found, and masked: %s",
    (name) => {
      const options = { preserveRecentRawTurns: 1, windowUnit: "observations" } as const;
      const { bytes, file, transcripts } = compactWith(read(name), options);
      expect(transcripts.map(({ format }) => format)).toEqual(["plain", "plain"]);
      expect(file.observations).toBe(5);
      expect(
        Buffer.from(bytes)
          .toString()
          .match(/\[observation masked/g),
      ).toHaveLength(3);
      agree(read(name), options);
    },
  );

  it.each([
    ["react.jsonl", 540, /^\{"role":"user","content":"Conversation summary/],
    ["sharegpt.jsonl", 580, /^\{"from":"human","value":"Conversation summary/],
  ])("get a summary in their own shape: %s", (name, maxInputChars, summary) => {
    const window = { preserveRecentRawTurns: 2, windowUnit: "turns" } as const;
    const options = { ...window, maxInputChars, summaryMaxChars: 40 };
    const { bytes } = compactWith(read(name), options);
    const added = JSON.parse(Buffer.from(bytes).toString().split("\n")[0] ?? "");
    const messages: readonly unknown[] = added.messages ?? added.conversations;
    expect(messages.map((each) => JSON.stringify(each))).toContainEqual(
      expect.stringMatching(summary),
    );
  });

  it("are not dropped if a second run would not find them by what is left", () => {
    const options = { preserveRecentRawTurns: 1, maxInputChars: 100, summaryMaxChars: 0 };
    const { bytes, transcripts } = compactWith(read("react.jsonl"), options);
    expect(transcripts.map((each) => [each.droppedCount, each.undroppable, each.fits])).toEqual(
      Array(2).fill([0, expect.stringContaining("fewer than two tool results"), false]),
    );
    expect(compactWith(bytes, options).bytes).toEqual(bytes);
  });

  it.each([
    ["two answers as people may write", [act, user("Observation: a"), act, user("Observation: b")]],
    [
      "one as only agents do",
      [act, user("<returncode>0</returncode>"), agent("Done."), user("Ok")],
    ],
    [
      "one as only agents do, and another task",
      [agent("Act: bash"), user("The output of the OS:\na"), agent("Act: answer(1)"), user("Now")],
    ],
    ["a call in a tag", [agent("<tool_call>\n{}"), user("<tool_response>\na")]],
    [
      "talk before them",
      [agent("Ok."), user("Go"), act, user("Tool result: a"), act, user("Tool result: b")],
    ],
  ])("are told by %s", (_, messages) => {
    expect(formatOf([user("Go."), ...messages])).toBe("plain");
  });

  it.each([
    ["one answer as people may write", [act, user("Observation: a")]],
    [
      "an action that is answered otherwise",
      [act, user("Observation: a"), act, user("Observation: b"), act, user("No")],
    ],
    [
      "an answer to no action",
      [act, user("<returncode>0</returncode>"), agent("Hm."), user("<returncode>1</returncode>")],
    ],
    [
      "a tool that answers",
      [act, user("Observation: a"), act, user("Observation: b"), { role: "tool", content: "c" }],
    ],
    ["answers before any reply", [user("Observation: a"), user("Observation: b")]],
  ])("are not told by %s", (_, messages) => {
    expect(formatOf([user("Go."), ...messages])).not.toBe("plain");
  });

  it("mix with rows of other chats", () => {
    const talk = JSON.stringify({ messages: [user("Hi."), agent("Hello."), user("Bye.")] });
    const rows = [talk, read("react.jsonl").toString().trimEnd(), talk, talk].join("\n");
    const { file } = compactWith(Buffer.from(rows), { preserveRecentRawTurns: 0 });
    expect(file).toMatchObject({ observations: 5, unreadResults: 0, badLines: 0 });
    agree(Buffer.from(rows), { preserveRecentRawTurns: 0 });
  });
});

describe("plain messages with a quotation", () => {
  it("are not found, only asked for", () => {
    const lines = read("lines.jsonl").toString().split("\n");
    expect(detectFormat(lines.map((line) => treeOf(line)))).toBe("openai-chat");
    expect(() => compact(read("lines.jsonl"))).toThrow(
      "openai-chat does not read its tool results: text of the user that begins as a tool result does",
    );
  });
});
