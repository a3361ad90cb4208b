import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { detectFormat } from "../../src/formats/index.ts";
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

describe("plain messages", () => {
  it("are never found, only asked for", () => {
    const lines = read("lines.jsonl").toString().split("\n");
    expect(detectFormat(lines.map((line) => treeOf(line)))).toBe("openai-chat");
    expect(() => compact(read("lines.jsonl"))).toThrow(
      "openai-chat does not read its tool results: text of the user that begins as a tool result does",
    );
  });
});
