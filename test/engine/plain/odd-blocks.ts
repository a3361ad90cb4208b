import fc from "fast-check";
import { answers } from "../../support/conversations.ts";

const text = fc.oneof(answers, fc.constant("a result that is long enough to be masked ".repeat(4)));
const id = fc.oneof(
  { weight: 12, arbitrary: fc.nat(5).map((n) => `toolu_${n}`) },
  { weight: 1, arbitrary: fc.constantFrom(7, null, "é") },
);
const SOURCE = { type: "base64", media_type: "image/png", data: "x".repeat(80) };

const textBlock = text.map((each) => ({ type: "text", text: each }));

const resultContent = fc.oneof(
  { weight: 8, arbitrary: text },
  { weight: 3, arbitrary: textBlock.map((block) => [block]) },
  { weight: 1, arbitrary: fc.tuple(textBlock, textBlock) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      null,
      [],
      [{ type: "image", source: SOURCE }],
      [{ type: "text" }],
      [{ type: "tool_reference", tool_name: "Read" }],
    ),
  },
);

const result = fc
  .tuple(id, resultContent, fc.constantFrom({}, {}, {}, { is_error: true }, { is_error: false }))
  .map(([tool_use_id, content, more]) => ({ type: "tool_result", tool_use_id, content, ...more }));

const input = fc.constantFrom<unknown>(
  { command: "ls -la", path: "src/a.ts" },
  {},
  { list: [1, -2.5e3, true, null, { a: "é\n" }], empty: [] },
  "as text",
  null,
);

const use = fc
  .tuple(id, fc.constantFrom<unknown>("bash", "Read", "TodoWrite", "", 3), input)
  .map(([call, name, args]) => ({ type: "tool_use", id: call, name, input: args }));

const odd = fc.constantFrom<unknown>(
  { type: "thinking", thinking: "Hm.", signature: "c2ln" },
  { type: "thinking", thinking: "Hm." },
  { type: "redacted_thinking", data: "c2VhbGVk" },
  { type: "image", source: SOURCE },
  { type: "server_tool_use", id: "srv", name: "web_search", input: {} },
  { type: "web_search_tool_result", tool_use_id: "srv", content: [] },
  { type: "text", text: "With a note.", cache_control: { type: "ephemeral" }, citations: null },
  { type: "text", text: "With a key of its own.", tool_result: "what a tool said, at some length" },
  { type: "unknown" },
  "a string",
);

const block = fc.oneof(
  { weight: 8, arbitrary: use },
  { weight: 4, arbitrary: textBlock },
  { weight: 1, arbitrary: odd },
);

const message = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      role: fc.constant("assistant"),
      content: fc.oneof(fc.array(block, { maxLength: 3 }), text),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.array(result, { minLength: 1, maxLength: 3 }).map((content) => ({
      role: "user",
      content: content as unknown[],
    })),
  },
  { weight: 2, arbitrary: text.map((content) => ({ role: "user", content })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.array(result, { maxLength: 2 }), fc.array(textBlock))
      .map(([results, texts]) => ({ role: "user", content: [...results, ...texts] })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      { role: "system", content: "Be brief." },
      { role: "assistant", content: "So.", model: "claude-opus-5-5", id: "msg_1" },
      { role: "assistant", content: [], usage: { input_tokens: 3 }, stop_reason: null },
      { role: "critic", content: "No." },
      { role: "user", content: null },
      { role: "user", content: [], tool_results: [{ text: "what a tool said, at some length" }] },
    ),
  },
);

const about = fc.constantFrom(
  {},
  {},
  { model: "claude-sonnet-4-5", system: [], tools: [] },
  { id: "x" },
);

/** Rows of Anthropic's messages, with all that may be in their blocks and much that should not. */
export const oddBlockRows: fc.Arbitrary<Buffer> = fc
  .array(fc.tuple(about, fc.array(message, { maxLength: 20, size: "max" })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((rows) => {
    const first = {
      messages: [
        { role: "assistant", content: [{ type: "tool_use", id: "a", name: "b", input: {} }] },
      ],
    };
    const all = [first, ...rows.map(([more, messages]) => ({ ...more, messages }))];
    return Buffer.from(all.map((each) => `${JSON.stringify(each)}\n`).join(""));
  });
