/** Chat completions: the arguments of calls, as the API has them and as other programs do. */
import { expect, it } from "vitest";
import { compactWith } from "../../src/api/compact.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);

/** A conversation whose one call has these arguments, and its account by either path. */
function told(made: Readonly<Record<string, unknown>>, objects: boolean) {
  const tool_calls = [{ id: "a", type: "function", function: { name: "run", ...made } }];
  const messages = [
    { role: "user", content: "Go." },
    { role: "assistant", content: null, tool_calls },
    { role: "tool", tool_call_id: "a", content: LONG },
  ];
  const { bytes, transcripts } = compactWith(Buffer.from(JSON.stringify({ messages })), {
    preserveRecentRawTurns: 0,
    placeholder: "[{call}: {originalLength} chars masked]",
    objects,
  });
  const after = JSON.parse(Buffer.from(bytes).toString());
  const chars = (transcripts[0]?.beforeChars ?? 0) - "Go.run".length - LONG.length;
  return { chars, text: after.messages[2].content };
}

it.each([false, true])("counts and shows arguments as objects, by objects: %s", (objects) => {
  const values = { command: "make test", deep: [{ a: 1.5 }, null, "é"] };
  const json = JSON.stringify(values);
  const text = `[run "make test": ${LONG.length} chars masked]`;
  for (const args of [values, json]) {
    expect(told({ arguments: args }, objects)).toEqual({ chars: json.length, text });
    expect(told({ input: args }, objects)).toEqual({ chars: json.length, text });
  }
  expect(told({ arguments: null, input: "make test" }, objects).chars).toBe(9);
  expect(told({ arguments: null }, objects).chars).toBe(0);
});

it.each([false, true])(
  "takes blocks that repeat calls for no results, by objects: %s",
  (objects) => {
    const args = JSON.stringify({ command: "make all of the tests" });
    const block = { type: "tool_call", tool_call_id: "a", name: "run", arguments: args };
    const call = { id: "a", type: "function", function: { name: "run", arguments: args } };
    const messages = [
      { role: "user", content: [{ type: "text", text: "Go." }] },
      { role: "assistant", content: [block], tool_calls: [call] },
      { role: "tool", tool_call_id: "a", content: [{ type: "tool_output", text: LONG }] },
    ];
    const bytes = Buffer.from(JSON.stringify({ messages }));
    const { badLines, transcripts } = compactWith(bytes, { preserveRecentRawTurns: 0, objects });
    expect(badLines).toEqual([]);
    expect(transcripts).toMatchObject([{ maskedCount: 1 }]);
  },
);

const MASKED = "[a result was here]";

/** What a tool returned, as programs save it that do not make a text of it, and what masking leaves of it. */
const RETURNED = [
  [{ city: "Example", days: [LONG] }, { output: MASKED }],
  [{ days: [LONG] }, { days: MASKED }],
  [{ output: LONG }, { output: MASKED }],
  [
    { type: "text", text: LONG },
    { type: "text", text: MASKED },
  ],
  [[{ id: 1, said: LONG }, 2], MASKED],
  [{ error: LONG }, { error: LONG }],
];

it.each([false, true])("masks results that are objects or lists, by objects: %s", (objects) => {
  const options = { preserveRecentRawTurns: 0, placeholder: MASKED, objects };
  const call = { id: "a", type: "function", function: { name: "run", arguments: "{}" } };
  const conversation = (at: 0 | 1) =>
    RETURNED.flatMap((returned) => [
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "a", content: returned[at] },
    ]);
  for (const wrap of [
    (messages: readonly object[]) => `${JSON.stringify({ messages })}\n`.repeat(3),
    (messages: readonly object[]) => JSON.stringify({ runs: [{ log: messages }] }),
    (messages: readonly object[]) => messages.map((each) => `${JSON.stringify(each)}\n`).join(""),
  ]) {
    const { bytes, badLines } = compactWith(Buffer.from(wrap(conversation(0))), options);
    expect(badLines).toEqual([]);
    expect(Buffer.from(bytes).toString()).toBe(wrap(conversation(1)));
    expect(compactWith(bytes, options).bytes).toBe(bytes);
  }
});
