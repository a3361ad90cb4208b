import fc from "fast-check";
import {
  calls,
  id as ids,
  name,
  object,
  oddValue,
  other,
  string,
  content as values,
} from "./odd-rows.ts";

// Most rows are to be plain.
const content = fc.oneof({ weight: 15, arbitrary: string }, { weight: 1, arbitrary: values });
const id = fc.oneof(
  { weight: 15, arbitrary: fc.nat(5).map((n) => `"call_${n}"`) },
  { weight: 1, arbitrary: ids },
);

const assistantRole = fc.constant('"assistant"');
const pairRole = fc.oneof(
  { weight: 8, arbitrary: fc.constant('"call"') },
  { weight: 1, arbitrary: fc.constantFrom('"c\\u0061ll"', '"result"', '"calls"', "true") },
);

const assistant = fc.oneof(
  {
    weight: 8,
    arbitrary: object({ role: assistantRole, content, name, pairId: id, pairRole }),
  },
  { weight: 2, arbitrary: object({ role: assistantRole, content, toolCallId: id, pairRole }) },
  { weight: 2, arbitrary: object({ role: assistantRole, content }) },
  { weight: 1, arbitrary: object({ role: assistantRole, content, pairId: id }) },
  { weight: 1, arbitrary: object({ role: assistantRole, content, pairRole, tool_calls: calls }) },
);

const isResult = fc.constant('"result"');
const tool = fc.oneof(
  {
    weight: 6,
    arbitrary: object({ role: fc.constant('"tool"'), content, pairId: id, pairRole: isResult }),
  },
  { weight: 3, arbitrary: object({ role: fc.constant('"tool"'), content, toolCallId: id, name }) },
  {
    weight: 2,
    arbitrary: object({ role: fc.constant('"function"'), pairId: id, toolCallId: id, content }),
  },
  {
    weight: 1,
    arbitrary: object({ role: fc.constant('"tool"'), content, pairId: id, note: string }),
  },
);

const rest = fc.oneof(
  { weight: 4, arbitrary: other },
  { weight: 1, arbitrary: object({ role: fc.constant('"call"'), content, pairId: id }) },
  {
    weight: 1,
    arbitrary: object({ role: fc.constant('"user"'), content, pairId: id, pairRole: isResult }),
  },
  {
    weight: 1,
    arbitrary: object({
      role: fc.constantFrom('"tool"', '"user"', '"assistant"'),
      content,
      pairId: id,
      tags: fc.constantFrom(
        "[]",
        '["constraint"]',
        '["keep_output"]',
        '"constraint"',
        "null",
        "{}",
      ),
    }),
  },
);

const message = fc.oneof(
  { weight: 14, arbitrary: assistant },
  { weight: 16, arbitrary: tool },
  { weight: 1, arbitrary: rest },
);

const list = fc.array(message, { maxLength: 9 }).map((all) => `[${all.join(",")}]`);

const row = fc.oneof(
  { weight: 6, arbitrary: object({ id: fc.constant('"r"'), messages: list }) },
  { weight: 2, arbitrary: object({ messages: list, metadata: oddValue }) },
  { weight: 1, arbitrary: list },
);

/** Plainly a row of such messages, so that the others are taken for rows. */
const FIRST =
  '{"messages":[{"role":"user","content":"do it"},{"role":"assistant","content":"","name":"bash",' +
  '"pairId":"a","pairRole":"call"}]}';

/** Rows of messages whose calls and results share an id, with much that should not be in them. */
export const oddPairRows: fc.Arbitrary<Buffer> = fc
  .array(row, { minLength: 1, maxLength: 3 })
  .map((rows) => Buffer.from([FIRST, ...rows, ""].join("\n")));
