import fc from "fast-check";
import { text } from "./odd-rows.ts";

type Block = Record<string, unknown>;

const said = (value: string): Block => ({ type: "text", text: value });

const CACHED = { cache_control: { type: "ephemeral" } };

/** A text in two blocks, so that what it begins with or means may be in neither. */
const halves = fc.tuple(text, fc.nat(100)).map(([whole, part]) => {
  const at = Math.floor((whole.length * part) / 100);
  return [whole.slice(0, at), whole.slice(at)].map(said);
});

/** Contents of results that are several blocks or have images, and some with a block that is neither. */
function oddContents(images: readonly Block[]): fc.Arbitrary<readonly unknown[]> {
  const image = fc.constantFrom(...images);
  const block = fc.oneof(
    { weight: 8, arbitrary: text.map(said) },
    { weight: 5, arbitrary: image },
    { weight: 2, arbitrary: fc.constant(said("")) },
    { weight: 1, arbitrary: text.map((value) => ({ ...said(value), ...CACHED })) },
  );
  const foreign = fc.constantFrom<unknown>(
    { type: "tool_reference", tool_name: "Read" },
    { type: "text" },
    { type: "text", text: 7 },
    { ...images[0], text: "an image with a text" },
    { text: "a text without a type" },
    "a string",
    { type: "text", text: "x".repeat(50), value: "y" },
    { type: "text", text: "first", resource: { text: "second" } },
    { ...said("long"), citations: ["x".repeat(1200)] },
  );
  return fc.oneof(
    { weight: 4, arbitrary: halves },
    { weight: 12, arbitrary: fc.array(block, { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.tuple(block, foreign) },
    { weight: 1, arbitrary: fc.tuple(foreign, block) },
  );
}

const IMAGES = [80, 2000].map((length) => ({
  type: "image",
  source: { type: "base64", media_type: "image/png", data: "A".repeat(length) },
}));

const IMAGE_URLS = [80, 2000].map((length) => ({
  type: "image_url",
  image_url: { url: `data:image/png;base64,${"A".repeat(length)}` },
}));

const tool = fc.constantFrom("read", "bash", "TodoWrite");

/** The turns of a conversation: the tool of each call with the content of its result. */
const turnsWith = (images: readonly Block[]) =>
  fc.array(
    fc.array(
      fc.record({
        name: tool,
        content: fc.oneof<[fc.Arbitrary<unknown>, fc.Arbitrary<unknown>]>(
          text,
          oddContents(images),
        ),
        error: fc.constantFrom({}, {}, {}, { is_error: true }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    { minLength: 1, maxLength: 5 },
  );

const GO = { role: "user", content: "Go." };

const blockRow = turnsWith(IMAGES).map((turns) => [
  GO,
  ...turns.flatMap((calls, t) => [
    {
      role: "assistant",
      content: calls.map(({ name }, k) => ({ type: "tool_use", id: `${t}_${k}`, name, input: {} })),
    },
    {
      role: "user",
      content: calls.map(({ content, error }, k) => {
        return { type: "tool_result", tool_use_id: `${t}_${k}`, content, ...error };
      }),
    },
  ]),
]);

const chatRow = turnsWith(IMAGE_URLS).map((turns) => [
  GO,
  ...turns.flatMap((calls, t) => [
    {
      role: "assistant",
      content: null,
      tool_calls: calls.map(({ name }, k) => {
        return { id: `${t}_${k}`, type: "function", function: { name, arguments: "{}" } };
      }),
    },
    ...calls.map(({ content }, k) => ({ role: "tool", tool_call_id: `${t}_${k}`, content })),
  ]),
]);

/** Rows of these messages, written as JavaScript or as Python does. */
const rowsOf = (row: fc.Arbitrary<readonly object[]>) =>
  fc
    .tuple(fc.array(row, { minLength: 2, maxLength: 5 }), fc.constantFrom("", " "))
    .map(([rows, space]) =>
      rows.map((messages) =>
        JSON.stringify({ messages })
          .replaceAll("},{", `}${space},${space}{`)
          .replaceAll("[{", `[${space}{`),
      ),
    );

/** Rows in which most results are several blocks, or have images; each row is a document as well. */
export const ODD_CONTENTS = [
  { of: "calls", rows: rowsOf(chatRow) },
  { of: "blocks", rows: rowsOf(blockRow) },
];
