import fc from "fast-check";
import { answers } from "../../support/conversations.ts";

/** Values that stand where another is expected. */
export const oddValue = fc.constantFrom(
  "null",
  "1",
  "true",
  '""',
  "[]",
  "{}",
  '[{"text":"x"}]',
  '{"a":[1]}',
);

export const text = fc.oneof(
  { weight: 6, arbitrary: answers },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '{"error": "no such user", "padding": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}',
      '  {"status": "error", "padding": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}',
      '{"status": "delayed", "flights": [{"status": "error"}], "padding": "xxxxxxxxxxxxxxxxx"}',
      '{"error": null, "isError": false, "padding": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}',
      '{"\\u0065rror": "spelled", "status": "fine", "padding": "xxxxxxxxxxxxxxxxxxxxxxxxxxxx"}',
      '{"is_error": true, "padding": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"',
      '{"is_error" :true, "padding": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}',
      "command output that is long enough to be masked\nls: cannot access x: No such file or directory",
      "a run that ends in a name alone, and is long enough to be masked by far\nKeyError",
      "[observation masked — 4200 chars, ref 0123456789ab]",
      "the head of something\n[observation masked — 4200 chars]",
      "<tool_output_masked>what was there, long enough to be masked</tool_output_masked>",
      "Old environment output: (12 lines omitted)",
    ),
  },
);

/** A string as any writer might have it. */
export const string = fc
  .tuple(text, fc.constantFrom("plain", "ascii", "spelled"))
  .map(([value, style]) => {
    const json = JSON.stringify(value);
    if (style === "plain") return json;
    const escaped = json.replace(/[\u0080-\uffff]/g, spelled);
    return style === "ascii" ? escaped : escaped.replace(/[a-z](?=[a-z]{6})/, spelled);
  });

const spelled = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

export const id = fc.oneof(
  { weight: 8, arbitrary: fc.nat(5).map((n) => `"call_${n}"`) },
  { weight: 1, arbitrary: fc.constantFrom('""', '"call_\\u0030"', '"é"', "7", "null") },
  { weight: 1, arbitrary: fc.constant(JSON.stringify("long".repeat(30))) },
);

export const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('"read"', '"bash"', '"TodoWrite"', '"search"') },
  { weight: 1, arbitrary: fc.constantFrom('""', '"b\\u0061sh"', '"日本"', "null", "3") },
);

const block = fc.oneof(
  { weight: 4, arbitrary: string.map((json) => `{"type":"text","text":${json}}`) },
  { weight: 1, arbitrary: string.map((json) => `{"text":1,"refusal":${json}}`) },
  { weight: 1, arbitrary: string.map((json) => `{"type":"text","value":${json}}`) },
  { weight: 1, arbitrary: fc.constant('{"type":"image_url","image_url":{"url":"data:,x"}}') },
  { weight: 1, arbitrary: fc.constantFrom("{}", "null", '"x"', '{"t\\u0065xt":"spelled key"}') },
);

const blocks = fc.array(block, { maxLength: 3 }).map((all) => `[${all.join(", ")}]`);

export const content = fc.oneof(
  { weight: 8, arbitrary: string },
  { weight: 3, arbitrary: blocks },
  { weight: 1, arbitrary: oddValue },
);

/** An object of these members; now and then one is left out, comes twice, or has its key spelled. */
export function object(
  members: Readonly<Record<string, fc.Arbitrary<string>>>,
): fc.Arbitrary<string> {
  const each = Object.entries(members).map(([key, value]) =>
    fc.tuple(value, oddValue, fc.nat(200)).map(([json, odd, chance]) => {
      const member = `${JSON.stringify(key)}:${json}`;
      if (chance === 0) return [];
      if (chance === 1) return [`${JSON.stringify(key)} : ${odd}`, member];
      if (chance === 2) return [member, `"${key}":${odd}`];
      if (chance === 3) return [`"${spelled(key.charAt(0))}${key.slice(1)}":${json}`];
      return [member];
    }),
  );
  return fc.tuple(...each, fc.boolean()).map((all) => {
    const turned = all.at(-1) === true;
    const lists = all.filter((part): part is string[] => Array.isArray(part)).flat();
    return `{${(turned ? lists.toReversed() : lists).join(",")}}`;
  });
}

const call = fc.oneof(
  {
    weight: 8,
    arbitrary: object({
      id,
      type: fc.constant('"function"'),
      function: object({
        name,
        arguments: fc.constantFrom(
          ...['"{}"', '"{\\"path\\":\\"a.ts\\"}"', "null"],
          ...['{ "a": 1 }', '{"command": "make test", "env": ["é"]}', '["a b"]'],
        ),
      }),
    }),
  },
  { weight: 1, arbitrary: object({ id, custom: object({ name, input: string }) }) },
  { weight: 1, arbitrary: oddValue },
);

export const calls = fc
  .array(call, { minLength: 1, maxLength: 3 })
  .map((all) => `[${all.join(",")}]`);

const assistant = fc.oneof(
  {
    weight: 8,
    arbitrary: object({ role: fc.constant('"assistant"'), content, tool_calls: calls }),
  },
  { weight: 2, arbitrary: object({ role: fc.constant('"assistant"'), content }) },
  {
    weight: 1,
    arbitrary: object({
      role: fc.constant('"assistant"'),
      content,
      reasoning_content: fc.oneof(string, oddValue),
      reasoning: string,
      refusal: fc.oneof(string, oddValue),
      tool_calls: calls,
    }),
  },
  {
    weight: 1,
    arbitrary: object({
      role: fc.constant('"assistant"'),
      content,
      reasoning_details: fc.constantFrom('[{"text":"thought"}]', "null", "[]"),
      function_call: fc.constantFrom("null", '{"name":"bash","arguments":"{}"}'),
    }),
  },
);

const tool = fc.oneof(
  { weight: 6, arbitrary: object({ role: fc.constant('"tool"'), tool_call_id: id, content }) },
  {
    weight: 3,
    arbitrary: object({ role: fc.constant('"tool"'), tool_call_id: id, name, content }),
  },
  { weight: 1, arbitrary: object({ role: fc.constant('"function"'), name, content }) },
);

export const other = fc.oneof(
  { weight: 4, arbitrary: object({ role: fc.constant('"user"'), content }) },
  { weight: 1, arbitrary: object({ role: fc.constant('"system"'), content }) },
  { weight: 1, arbitrary: object({ role: fc.constant('"developer"'), content }) },
  { weight: 1, arbitrary: object({ role: fc.constant('"user"'), content, tool_calls: calls }) },
  {
    weight: 1,
    arbitrary: object({
      role: fc.constantFrom('"critic"', '"t\\u006fol"', "7"),
      tool_call_id: id,
      content,
    }),
  },
  { weight: 1, arbitrary: oddValue },
);

const message = fc.oneof(
  { weight: 4, arbitrary: assistant },
  { weight: 6, arbitrary: tool },
  { weight: 2, arbitrary: other },
);

const list = fc.array(message, { maxLength: 24 }).map((all) => `[${all.join(",")}]`);

const row = fc.oneof(
  { weight: 6, arbitrary: object({ id: fc.constant('"r"'), messages: list }) },
  { weight: 2, arbitrary: object({ messages: list, note: fc.constant('"—"') }) },
  { weight: 1, arbitrary: list },
  { weight: 1, arbitrary: fc.constantFrom("", "  ", "{not json", '{"other":[]}', '"text"') },
);

/** Plainly a row, so that the others are taken for rows whatever they are. */
const FIRST =
  '{"messages":[{"role":"user","content":"do it"},{"role":"assistant","content":null,' +
  '"tool_calls":[{"id":"a","type":"function","function":{"name":"bash","arguments":"{}"}}]}]}';

/** Rows of chat completions, with all that may stand in them and much that should not. */
export const oddRows: fc.Arbitrary<Buffer> = fc
  .array(row, { minLength: 1, maxLength: 4 })
  .map((rows) => Buffer.from([FIRST, ...rows, ""].join("\n")));

/** A message with keys of its writer's own, which may look like a result. */
const noted = fc
  .tuple(
    message,
    fc.constantFrom(
      '"timestamp":"2026-01-01T00:00:00Z"',
      '"tool_result":"what a tool said, at some length, to somebody"',
      '"tool_call_id":"call_0"',
      '"call_id":"call_0"',
      '"type":"message"',
      '"type":"tool_result"',
      '"from":"tool"',
      '"note":"a note that is long enough to be a text"',
      '"usage":{"a":[1]}',
      '"messages":"none"',
    ),
  )
  .map(([json, member]) => (json.startsWith('{"') ? `{${member},${json.slice(1)}` : json));

const line = fc.oneof(
  { weight: 200, arbitrary: message },
  { weight: 8, arbitrary: noted },
  { weight: 4, arbitrary: fc.constantFrom("", "  ", "\r") },
  { weight: 1, arbitrary: fc.constantFrom("{not json", '{"role":"tool"', "[]", '"text"') },
);

/** A plain message, so that not every file has something odd in it. */
const plainLine = fc
  .oneof(
    fc.tuple(fc.nat(5), text).map(([n, content]) => ({
      ...{ role: "tool", tool_call_id: `call_${n}`, content },
    })),
    fc.tuple(fc.nat(5), fc.constantFrom("read", "bash", "TodoWrite")).map(([n, tool]) => ({
      role: "assistant",
      content: "So.",
      tool_calls: [
        {
          id: `call_${n}`,
          type: "function",
          function: { name: tool, arguments: '{"path":"a.ts"}' },
        },
      ],
    })),
    fc.constantFrom("user", "system").map((role) => ({ role, content: "Go on." })),
  )
  .map((each) => JSON.stringify(each));

const FIRST_LINES = [
  '{"role":"user","content":"do it"}',
  '{"role":"assistant","content":null,"tool_calls":[{"id":"call_0","type":"function",' +
    '"function":{"name":"bash","arguments":"{}"}}]}',
];

/** The same as lines, a message each; with and without a byte order mark, and with a torn end. */
export const oddLines: fc.Arbitrary<Buffer> = fc
  .tuple(
    fc.oneof(
      fc.array(plainLine, { maxLength: 40 }),
      fc.array(fc.oneof(plainLine, line), { maxLength: 40 }),
    ),
    fc.constantFrom("", "\ufeff"),
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom("", "torn", "full"),
  )
  .map(([lines, mark, lineBreak, end]) => {
    const last = { "": [], torn: ['{"role":"tool","content":"to'], full: [""] }[end] ?? [];
    return Buffer.from(`${mark}${[...FIRST_LINES, ...lines, ...last].join(lineBreak)}`);
  });
