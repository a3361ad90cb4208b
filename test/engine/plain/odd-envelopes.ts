import fc from "fast-check";
import { oddSessions } from "./odd-sessions.ts";

type Line = Record<string, unknown>;

/** Members that show a result, or seem to, wherever they are; and ids that are not written as they read. */
const MEMBERS: readonly (readonly [key: string, value: unknown])[] = [
  ["toolUseID", "c1"],
  ["call_id", { nested: "c1" }],
  ["tool_result", "what a tool answered, at some length"],
  ["Tool_Result", 3],
  ["note", { type: "tool_result", text: "what a tool answered, at some length" }],
  ["notes", [{ deep: [{ call_id: "c1", output: "what a tool answered" }] }, "text"]],
  ["kind", "function-result"],
  ["kind", "plain"],
  ["role", "tool"],
  ["usage", { input_tokens: 3, iterations: [{ type: "message" }] }],
  ["über", "a key beyond ASCII"],
  ["uuid", "an id\nof two lines"],
  ["uuid", 7],
  ["parentUuid", "ü"],
  ["agentId", "ä"],
  ["agentId", "a1"],
  ["type", "attachment"],
  ["type", "something new"],
  ["type", "progress"],
  ["toolUseResult", null],
  ["toolUseResult", { type: "tool_result", content: "what a tool answered" }],
  ["isSidechain", true],
];

/** Members of a message, and of a block in it. */
const INSIDE: readonly (readonly [key: string, value: unknown])[] = [
  ["id", "y".repeat(90)],
  ["id", 'quoted "id"'],
  ["tool_use_id", "c\u00e9"],
  ["tool_use_id", 3],
  ["name", ""],
  ["name", "outil\u00e9"],
  ["input", 'ls "x"'],
  ["input", { deep: [{ tool_result: "1 2" }, "\u00e9", 1.5e3, true, {}] }],
  ["content", ""],
  ["content", []],
  [
    "content",
    [
      { type: "text", text: "one" },
      { type: "text", text: "two" },
    ],
  ],
  ["content", [{ type: "text", text: "the only one ".repeat(9), cache_control: {} }]],
  ["content", [{ type: "tool_reference", tool_name: "x" }]],
  ["content", { text: "not a list" }],
  ["is_error", true],
  ["is_error", "true"],
  ["model", "claude-opus-5-5"],
  ["model", "<synthetic>"],
  ["model", 5],
  ["role", "system"],
  ["role", "tool"],
  ["type", "server_tool_use"],
  ["type", "redacted_thinking"],
  ["text", null],
  ["signature", "c2ln"],
  ["thinking", "Hm."],
];

interface Change {
  readonly line: number;
  readonly way: "line" | "message" | "block" | "twice" | "spelled" | "spaced" | "gone";
  readonly member: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  line: fc.nat(60),
  way: fc.constantFrom(
    "line",
    "line",
    "message",
    "block",
    "block",
    "twice",
    "spelled",
    "spaced",
    "gone",
  ),
  member: fc.nat(100),
});

/** Odd sessions of which some lines have members that no session was recorded with. */
export const oddEnvelopes: fc.Arbitrary<Buffer> = fc
  .tuple(oddSessions, fc.array(change, { maxLength: 6 }))
  .map(([bytes, changes]) => {
    const lines = bytes.toString().split("\n");
    for (const each of changes) {
      const at = 1 + (each.line % Math.max(1, lines.length - 2));
      lines[at] = changed(lines[at] ?? "", each);
    }
    return Buffer.from(lines.join("\n"));
  });

function changed(line: string, { way, member }: Change): string {
  let record: Line;
  try {
    record = JSON.parse(line);
  } catch {
    return line;
  }
  const message = (record.message ?? {}) as Line;
  const [block = {}] = Array.isArray(message.content) ? (message.content as Line[]) : [];
  const keys = Object.keys(way === "twice" || member % 2 === 0 ? record : message);
  const key = keys[member % Math.max(1, keys.length)] ?? "type";
  switch (way) {
    case "line":
      return JSON.stringify({ ...record, ...memberOf(MEMBERS, member) });
    case "message":
      Object.assign(message, memberOf(member % 3 === 0 ? MEMBERS : INSIDE, member));
      return JSON.stringify(record);
    case "block":
      Object.assign(block, memberOf(member % 5 === 0 ? MEMBERS : INSIDE, member));
      return JSON.stringify(record);
    case "twice":
      return line.replace(`"${key}":`, `"${key}":"x","${key}":`);
    case "spelled": {
      const code = key.charCodeAt(0).toString(16).padStart(4, "0");
      return line.replace(`"${key}":`, `"\\u${code}${key.slice(1)}":`);
    }
    case "spaced":
      return `  ${line.replaceAll(",", " ,\t")} \r`;
    case "gone":
      return line.replace(`"${key}":`, '"other":');
  }
}

function memberOf(members: readonly (readonly [string, unknown])[], number: number): Line {
  const [key, value] = members[number % members.length] ?? ["x", 1];
  return { [key]: value };
}
