/** Data sets that are saved as one JSON array of conversations, instead of a row for each. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check } from "../../src/api/check.ts";
import { type CompactResult, compact, compactWith } from "../../src/api/compact.ts";
import { inspect } from "../../src/api/inspect.ts";
import { ElisionError } from "../../src/base/errors.ts";
import type { Format } from "../../src/formats/format.ts";
import { FORMAT_NAMES, FORMATS, type FormatName } from "../../src/formats/index.ts";
import { asOpenAi, conversations } from "../support/conversations.ts";
import { jsonWriter } from "../support/files.ts";
import { treeOf } from "../support/parse-json.ts";
import { maskingOptions } from "../support/policies.ts";
import { formatRuns } from "../support/runs.ts";
import { anthropicMessages } from "../support/writers/anthropic.ts";
import { WRITERS } from "../support/writers/index.ts";

/** Formats with rows, which do not read an array of these by themselves. */
const LISTED = FORMAT_NAMES.filter((name) => {
  const format: Format = FORMATS[name];
  const [example] = fc.sample(conversations, { numRuns: 1, seed: 1 });
  if (example === undefined || !format.layouts.includes("rows")) return false;
  const records = WRITERS[name].write(example);
  const kind = (value: unknown) => format.kindOf(treeOf(JSON.stringify(value)), 0);
  const isRow = records.length === 1 && kind(records[0]) === "conversation";
  // A list of messages to format 'plain'.
  return isRow && kind([...records, ...records]) === undefined && name !== "plain";
});

const SEPARATOR = ",\n  ";
const listOf = (rows: readonly string[]) => Buffer.from(`[${rows.join(SEPARATOR)}]\n`);
const linesOf = (bytes: Uint8Array) => Buffer.from(bytes).toString().split("\n").slice(0, -1);

/** The outcome of compacting bytes; an error is one too. */
function outcome(...given: Parameters<typeof compactWith>): CompactResult | string {
  try {
    return compactWith(...given);
  } catch (error) {
    if (error instanceof ElisionError) return error.message;
    throw error;
  }
}

it("are of most formats with rows", () => {
  expect(LISTED.length).toBeGreaterThan(20);
  expect(LISTED).toEqual(expect.arrayContaining(["anthropic", "sharegpt", "tau-bench"]));
});

describe.each(LISTED)("a list of %s", (format: FormatName) => {
  it("becomes what rows of the same conversations become", () => {
    const several = fc.array(conversations, { minLength: 1, maxLength: 4 });
    const styles = fc.record({ ascii: fc.boolean(), spaced: fc.boolean() });
    fc.assert(
      fc.property(several, styles, maskingOptions, fc.boolean(), (all, style, given, objects) => {
        const json = jsonWriter(style);
        const rows = all.flatMap((each) => WRITERS[format].write(each)).map(json);
        // What is written into a record that is pure ASCII stays so, and a list is one record.
        fc.pre(new Set(rows.map((row) => /^[\0-\x7f]*$/.test(row))).size === 1);
        const options = { ...given, format, objects };
        const asRows = outcome(Buffer.from(`${rows.join("\n")}\n`), options);
        const asList = outcome(listOf(rows), options);
        if (typeof asRows === "string" || typeof asList === "string") {
          expect(asList).toBe(asRows);
          return;
        }
        const expected = listOf(linesOf(asRows.bytes)).toString();
        expect(Buffer.from(asList.bytes).toString()).toBe(expected);
        expect(asList.transcripts).toEqual(asRows.transcripts);
        expect(compactWith(asList.bytes, options).bytes).toBe(asList.bytes);
      }),
      formatRuns(150, FORMAT_NAMES.indexOf(format)),
    );
  });
});

describe("a list", () => {
  const turns = Array.from({ length: 4 }, (_, k) => ({
    said: `step ${k}`,
    calls: [{ id: `call_${k}`, name: "run", args: "{}", answer: `output ${k} `.repeat(30) }],
    user: "",
  }));
  const conversation = { task: "Mend it.", turns };
  const chat = { messages: asOpenAi(conversation) };
  const blocks = { messages: anthropicMessages(conversation) };
  const options = { preserveRecentRawTurns: 1 };
  const compacted = (value: unknown) => compact(Buffer.from(JSON.stringify(value)), options);

  it("may hold conversations of several formats, and lists of messages", () => {
    const { transcripts } = compacted([chat, blocks, chat.messages]);
    expect(transcripts.map(({ format }) => format)).toEqual([
      "openai-chat",
      "anthropic",
      "openai-chat",
    ]);
    expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([3, 3, 3]);
  });

  it("leaves and counts items that are none", () => {
    const odd = [null, 7, "text", { id: "x", output: "y".repeat(99) }];
    const { bytes, transcripts, file } = compacted([...odd, chat, ...odd]);
    expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([3]);
    expect(file.otherRecords).toBe(8);
    expect(JSON.parse(Buffer.from(bytes).toString()).toSpliced(4, 1)).toEqual([...odd, ...odd]);
  });

  it("may be each line of a file", () => {
    const line = `${JSON.stringify([chat, chat])}\n`;
    const { transcripts } = compact(Buffer.from(line + line), options);
    expect(transcripts.map(({ line: at }) => at)).toEqual([1, 1, 2, 2]);
  });

  it("is refused where it is torn, or holds no conversation", () => {
    const list = JSON.stringify([chat, chat]);
    for (const torn of [list.slice(0, -1), `${list}]`, list.replace("},{", "} {")])
      expect(() => compact(Buffer.from(torn), options)).toThrow("expected");
    for (const other of [[], [[]], [1, 2], [{ a: 1 }], [{ messages: [] }]])
      expect(() => compacted(other)).toThrow("no transcript of a known format");
  });

  it("is inspected and checked conversation by conversation", () => {
    const list = Buffer.from(JSON.stringify([chat, blocks]));
    const rows = Buffer.from(`${JSON.stringify(chat)}\n${JSON.stringify(blocks)}\n`);
    const inspected = (bytes: Buffer) =>
      inspect(bytes).transcripts.map(({ line: _, largest: __, ...rest }) => rest);
    expect(inspected(list)).toHaveLength(2);
    expect(inspected(list)).toEqual(inspected(rows));
    expect(check(list).findings).toEqual([]);
    const orphaned = { messages: chat.messages.toSpliced(1, 1) };
    const text = JSON.stringify([chat, orphaned], undefined, 1);
    const [finding] = check(Buffer.from(text)).findings;
    const second = text.lastIndexOf('"messages"');
    expect(finding?.line).toBeGreaterThan(text.slice(0, second).split("\n").length);
  });
});
