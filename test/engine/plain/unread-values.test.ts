/** Values of rows that no reader takes: each path names them, whatever ran before. */
import { expect, it } from "vitest";
import { compactWith } from "../../../src/api/compact.ts";

const TEXT = "text that nobody reads";
const LONG = "a line of output\n".repeat(90);
const RESULT = { role: "tool", tool_call_id: "b", content: "ok" };

function calling(...made: readonly object[]) {
  const tool_calls = made.map((each, k) => ({ id: "ab"[k], type: "function", function: each }));
  return [{ role: "assistant", content: null, tool_calls }, RESULT];
}

const READ = { name: "look", arguments: "{}" };
const BLOCKS = [
  { role: "assistant", content: [{ type: "tool_use", id: "b", name: "look", input: {} }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "b", content: "ok" }] },
];

const ROWS: Readonly<Record<string, readonly object[]>> = {
  "a call without a name": calling(READ, { error: TEXT }),
  "a call without arguments": calling(READ, { name: "look", error: TEXT }),
  "a call with a key that tells nothing": calling(READ, { name: "look", comment: TEXT }),
  "a call that holds a result": calling({ ...READ, tool_result: "17" }),
  "a call with two long arguments": calling({ ...READ, input: LONG }),
  "a result in a call's id": [
    {
      role: "assistant",
      tool_calls: [{ id: [{ tool_call_id: "c", content: TEXT }], function: READ }],
    },
    RESULT,
  ],
  "a result in a call's name": calling({ ...READ, name: [{ tool_call_id: "c", content: TEXT }] }),
  "a call's name": calling({ ...READ, name: LONG }),
  "a result's name": [...calling(READ, READ).slice(0, 1), { ...RESULT, name: LONG }],
  "calls as JSON in a string": [
    ...calling(READ, READ),
    { role: "assistant", tool_calls: JSON.stringify([{ id: "c", function: READ }], null, 1) },
  ],
  "reasoning in a list": [
    ...calling(READ, READ),
    { role: "assistant", reasoning: [{ held: { as: TEXT } }] },
  ],
  "blocks of a text": [
    ...BLOCKS,
    { role: "assistant", content: [{ type: "text", text: [{ text: TEXT }] }] },
  ],
  "a block of text without its text": [
    ...BLOCKS,
    { role: "assistant", content: [{ type: "text", thinking: TEXT }] },
  ],
  "another key than the content": [...BLOCKS, { role: "assistant", output: TEXT }],
  "a result in the kind of a call": [
    {
      role: "assistant",
      tool_calls: [{ id: "b", function: READ, type: [[{ tool_call_id: "c", content: TEXT }]] }],
    },
    RESULT,
  ],
  "a result in calls of a result": [
    ...calling(READ, READ).slice(0, 1),
    { ...RESULT, tool_calls: { function_call_output: "17" } },
  ],
  "a list under another key": [...BLOCKS, { role: "assistant", output: [{ text: TEXT }] }],
};

/** What an account says of values that were not read. */
function named(messages: readonly object[], objects: boolean) {
  const row = Buffer.from(`${JSON.stringify({ messages })}\n`);
  const { file, badLines } = compactWith(row, { preserveRecentRawTurns: 0, objects });
  return { records: file.unreadRecords, results: file.unreadResults, badLines };
}

it.each(Object.keys(ROWS))("%s is named, on either path, also a second time", (what) => {
  const messages = ROWS[what] ?? [];
  const expected = named(messages, true);
  expect(Object.keys(expected.records).length + expected.results).toBeGreaterThan(0);
  for (const _ of ["first", "with the words known"])
    expect(named(messages, false)).toEqual(expected);
});

it("arguments as objects are read, however long", () => {
  const messages = calling({ name: "write", arguments: { text: LONG } }, READ);
  for (const objects of [false, true]) expect(named(messages, objects).records).toEqual({});
});

/** Texts of the user as agents without tool calls write them, each with another that does not begin so. */
const ANSWERS = [
  ["Observation: a drawer", "Observed: a drawer"],
  ["Tool result: a drawer", "Tool box: a drawer"],
  ["the output of the OS:\n\na.txt", "The outdoors"],
  ["<returncode>0</returncode>\n", "<returns>0</returns>"],
  ["<tool_response>a</tool_response>", "<tools>a</tools>"],
  ["EXECUTION RESULT of [bash]:\na", "Everything of [bash]:\na"],
  ["Exit code: 0\nExecution output of [bash]:\na", "Exit through the door"],
  ["New Terminal Output:\na", "New terminals"],
  ["Current Terminal Screen:\na", "Currently"],
  ["API output: a", "API outage"],
  ["[read_file for 'a'] Result:\n", "[1] a list"],
  ['[{"type":"tool_result","content":"a"}]', "[[1, 2], [3, 4]]"],
] as const;

it.each(ANSWERS)(
  "a row in which tools answer as the user is named after plain ones: %j",
  (...texts) => {
    const row = (content: string | readonly object[]) => [
      { role: "user", content: "where is it?" },
      ...Array.from({ length: 2 }, () => [
        { role: "assistant", content: "Action: look" },
        { role: "user", content },
      ]).flat(),
    ];
    const [answer, other] = texts;
    for (const inBlocks of [false, true]) {
      const said = (text: string) => row(inBlocks ? [{ type: "text", text }] : text);
      const rows = [calling(READ, READ), ...[other, answer, other].map(said)];
      const lines = rows.map((messages) => `${JSON.stringify({ messages })}\n`);
      const [told, expected] = [false, true].map((objects) => {
        const options = { format: "openai-chat", objects } as const;
        const { file, badLines } = compactWith(Buffer.from(lines.join("")), options);
        return { file, badLines };
      });
      expect(told).toEqual(expected);
      expect(expected?.badLines.map(({ line }) => line)).toEqual([3]);
    }
  },
);
