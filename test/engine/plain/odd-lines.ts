/** Lines of any format with something odd in some of them. */
import fc from "fast-check";
import type { Conversation } from "../../support/conversations.ts";
import { WRITERS } from "../../support/writers/index.ts";

/** A session of turns that are alike, so that most of its lines are like earlier ones. */
const SESSION = {
  task: "Go on.",
  turns: Array.from({ length: 12 }, (_, k) => ({
    said: k % 5 === 4 ? null : `so, ${k}`,
    calls: ["a", "b"].slice(0, 1 + (k % 2)).map((id) => ({
      id: `${id}${k}`,
      name: k % 3 === 0 ? "ls" : "read",
      args: JSON.stringify({ path: `src/${k}`, n: k }),
      answer: k % 7 === 6 ? `Error: ${k}` : `${k} "output",\n\tof ${id} `.repeat(20),
    })),
  })),
};

type Parent = Record<string, unknown>;

const LONG = `${"a long text of words ".repeat(60)}.`;

/** Changes to an object in a line, or to one of its values, by a key. */
const CHANGES: readonly ((parent: Parent, key: string) => void)[] = [
  (parent, key) => delete parent[key],
  ...[
    ...["", "ü — 日本", 'a "quoted"\n\ttext', LONG, `${LONG}\n{}`, `[{"type":"tool_result"}]`],
    ...[null, true, false, 0, 12.5, [], {}, ["text"], { text: "of another" }],
    [
      { type: "text", text: "one block" },
      { type: "text", text: LONG, note: null },
    ],
    [
      { type: "image", source: {} },
      { type: "text", text: "after an image" },
    ],
    [{ type: "tool_reference", tool_name: "read" }],
    [{ type: "odd", by: "some words of a text" }],
    ...["tool", "user", "assistant", "system", "error", "tool_result", "function_call_output"],
  ].map((value) => (parent: Parent, key: string) => {
    parent[key] = structuredClone(value);
  }),
  ...[
    { tool_result: "a result under another key" },
    { result: { output: LONG } },
    { tool_call_id: "a1", text: LONG },
    { note: LONG },
    { type: "tool_result", content: "of a tool" },
    { blocks: [{ type: "text" }, { type: "odd", text: "a text of some words" }] },
  ].map((more) => (parent: Parent) => Object.assign(parent, structuredClone(more))),
];

/** The objects in a value, itself first. */
function objectsIn(value: unknown): Parent[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Parent, ...inner];
}

/**
 * A change in a line: which line, where, and what; whether in all lines after it that are like it; and whether a key of
 * it is spelled with an escape, or repeated.
 */
const changes = fc.array(
  fc.record({
    line: fc.nat(),
    place: fc.nat(),
    key: fc.nat(),
    change: fc.nat({ max: CHANGES.length - 1 }),
    isInAll: fc.boolean(),
    spelling: fc.constantFrom("plain", "plain", "plain", "escaped", "repeated"),
  }),
  { maxLength: 4 },
);

/** Lines of a format, a few of which were changed. */
export function oddLinesOf(
  format: keyof typeof WRITERS,
  session: Conversation = SESSION,
): fc.Arbitrary<Buffer> {
  return changes.map((all) => {
    const records = structuredClone(WRITERS[format].write(session));
    const spelled = new Map<number, string>();
    for (const { line, place, key, change, isInAll, spelling } of all) {
      const at = line % records.length;
      const objects = objectsIn(records[at]);
      const inLine = place % objects.length;
      const keys = Object.keys(objects[inLine] ?? {});
      const named = keys[key % keys.length];
      if (named === undefined) continue;
      for (let other = at; other < (isInAll ? records.length : at + 1); other++) {
        const parent = objectsIn(records[other])[inLine];
        if (parent === undefined || Object.keys(parent).join() !== keys.join()) continue;
        if (spelling === "plain") CHANGES[change]?.(parent, named);
        else spelled.set(other, spelling === "escaped" ? named : "");
      }
    }
    const lines = records.map((record, at) => {
      const text = JSON.stringify(record);
      const name = spelled.get(at);
      if (name === undefined) return text;
      if (name === "") return text.replace(/^\{("[^"]*":)/, '{$1{"type":"odd"},$1');
      const code = (name.codePointAt(0) ?? 0).toString(16).padStart(4, "0");
      return text.replace(`"${name}":`, `"\\u${code}${name.slice(1)}":`);
    });
    return Buffer.from(`${lines.join("\n")}\n`);
  });
}

/** A session of the format, as it is. */
export function linesOf(format: keyof typeof WRITERS): Buffer {
  const lines = WRITERS[format].write(SESSION).map((record) => `${JSON.stringify(record)}\n`);
  return Buffer.from(lines.join(""));
}
