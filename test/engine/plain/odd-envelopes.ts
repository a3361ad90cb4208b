import fc from "fast-check";
import { oddRollouts } from "./odd-rollouts.ts";
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

/** Members of an item or an event of a rollout. */
const PAYLOAD: readonly (readonly [key: string, value: unknown])[] = [
  ["status", "failed"],
  ["status", "completed"],
  ["status", 3],
  ["callId", "c1"],
  ["refusal", "No."],
  ["role", "user"],
  ["role", "assistant"],
  ["role", "tool"],
  ["id", "rs_1"],
  ["id", "an id\nof two lines"],
  ["type", "item_completed"],
  ["type", "web_search_end"],
  ["type", "patch_apply_end"],
  ["type", "mcp_tool_call_end"],
  ["type", "custom_tool_call"],
  ["type", "message"],
  ["type", 7],
  [
    "summary",
    [
      { type: "summary_text", text: "one" },
      { type: "summary_text", text: "two" },
    ],
  ],
  ["summary", ["a text"]],
  ["summary", [{ type: "summary_text", tool_result: "what a tool answered" }]],
  ["content", [{ type: "output_text", text: "So.", annotations: [{ type: "note" }] }]],
  ["content", [{ type: "output_text", text: "So.", refusal: "No." }]],
  ["content", [{ type: "image", source: {} }]],
  ["content", "So."],
  ["content", []],
  ["encrypted_content", "gAAA"],
  ["arguments", { deep: [1, { tool_result: "1 2" }] }],
  ["input", "*** Begin Patch"],
  ["name", ""],
  ["model", "gpt-7"],
  ["output", "Exit code: 1\nWall time: 0.1 seconds\nOutput:\n".padEnd(300, "x ")],
  ["output", "Exit code: 0\nOutput: the exit code 12 is no line of its own ".padEnd(300, "y ")],
  ["output", "So it is.\nProcess exited with code -1".padEnd(300, " z")],
  ["output", "Process exited with code 0x1\n".padEnd(300, " z")],
  ["output", "Exit code: 01\n".padEnd(300, " z")],
  ["output", `${"é".repeat(235)}\nExit code: 3\n`.padEnd(500, " z")],
  ["output", '{"output":"inside","metadata":{"exit_code":1}}'],
  ["output", '"quoted" '.repeat(40)],
  ["output", [{ text: "before its type, and long enough to be masked", type: "input_text" }]],
  [
    "output",
    [
      { type: "input_text", text: "one that is long enough to be masked ".repeat(4) },
      { type: "input_text", text: "two", annotations: [] },
    ],
  ],
  ["stdout", { deep: true }],
  ["aggregated_output", "what a tool answered"],
  ["item", { id: "exec-1", stdout: "what a tool answered", stderr: null, result: { Ok: [] } }],
  ["item", ["a list"]],
  ["changes", { "a.ts": {} }],
  ["result", "what a tool answered"],
  ["tool_result", "what a tool answered, at some length"],
  ["call_id", "c\u00e9"],
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
export const oddEnvelopes: fc.Arbitrary<Buffer> = changedLines(oddSessions);

/** The same of rollouts. */
export const oddItems: fc.Arbitrary<Buffer> = changedLines(oddRollouts);

function changedLines(sessions: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  return fc.tuple(sessions, fc.array(change, { maxLength: 6 })).map(([bytes, changes]) => {
    const lines = bytes.toString().split("\n");
    for (const each of changes) {
      const at = 1 + (each.line % Math.max(1, lines.length - 2));
      lines[at] = changed(lines[at] ?? "", each);
    }
    return Buffer.from(lines.join("\n"));
  });
}

function changed(line: string, { way, member }: Change): string {
  let record: Line;
  try {
    record = JSON.parse(line);
  } catch {
    return line;
  }
  const message = (record.message ?? record.payload ?? {}) as Line;
  const inside = record.payload === undefined ? INSIDE : PAYLOAD;
  const blocks = [message.content, message.output, message.item].flat().filter(isObject);
  const block = blocks[member % Math.max(1, blocks.length)] ?? {};
  const keys = Object.keys(way === "twice" || member % 2 === 0 ? record : message);
  const key = keys[member % Math.max(1, keys.length)] ?? "type";
  switch (way) {
    case "line":
      return JSON.stringify({ ...record, ...memberOf(MEMBERS, member) });
    case "message":
      Object.assign(message, memberOf(member % 3 === 0 ? MEMBERS : inside, member));
      return JSON.stringify(record);
    case "block":
      Object.assign(block, memberOf(member % 5 === 0 ? MEMBERS : inside, member));
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

function isObject(value: unknown): value is Line {
  return typeof value === "object" && value !== null;
}

function memberOf(members: readonly (readonly [string, unknown])[], number: number): Line {
  const [key, value] = members[number % members.length] ?? ["x", 1];
  return { [key]: value };
}
