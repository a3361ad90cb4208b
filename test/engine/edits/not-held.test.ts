/** Documents and rows that are too large to be held come out as those that are. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import { chosenFormats } from "../../../src/api/format-option.ts";
import { Compactor } from "../../../src/engine/compactor.ts";
import { type CompactOptions, createJob } from "../../../src/engine/edits/create-job.ts";
import { feedBytes } from "../../../src/engine/input/feed-bytes.ts";
import { FORMAT_NAMES, FORMATS } from "../../../src/formats/index.ts";
import { Output } from "../../../src/io/output.ts";
import type { Store } from "../../../src/io/store/store.ts";
import { type Conversation, conversations } from "../../support/conversations.ts";
import { writeFile } from "../../support/files.ts";
import { outcome } from "../../support/not-held.ts";
import { reduceOptions } from "../../support/policies.ts";
import { slowRuns } from "../../support/runs.ts";
import { sessionLines, sessionRow } from "../../support/sessions.ts";
import { WRITERS } from "../../support/writers/index.ts";

function agree(bytes: Buffer, options: CompactOptions): void {
  expect(outcome(bytes, options, 0)).toEqual(outcome(bytes, options, Number.MAX_SAFE_INTEGER));
}

/** A conversation as a document of a format, written so that it takes many lines. */
function documentOf(format: (typeof FORMAT_NAMES)[number], conversation: Conversation): Buffer {
  const records = WRITERS[format].write(conversation);
  const isOne = records.length === 1 && WRITERS[format].layout !== "lines";
  return Buffer.from(JSON.stringify(isOne ? records[0] : records, null, 1));
}

const formats = FORMAT_NAMES.filter((name) => FORMATS[name].layouts.includes("document"));

describe.each(formats)("a document of %s", (format) => {
  it("comes out the same with the same account, held or not", () => {
    fc.assert(
      fc.property(conversations, reduceOptions, fc.boolean(), (conversation, options, explain) =>
        agree(documentOf(format, conversation), { ...options, format, explain }),
      ),
      { numRuns: slowRuns(60) },
    );
  });

  it("has its side copies masked and its format recognised, held or not", () => {
    fc.assert(
      fc.property(conversations, (conversation) =>
        agree(documentOf(format, conversation), {
          preserveRecentRawTurns: 1,
          sideCopies: "mask",
          placeholder: "[masked {toolName} {args} {exit} {lines}]",
        }),
      ),
      { numRuns: slowRuns(30) },
    );
  });
});

describe("a list of conversations", () => {
  it("comes out the same with the same account, held or not", () => {
    const several = fc.array(conversations, { minLength: 2, maxLength: 4 });
    const kinds = fc.constantFrom("anthropic", "sharegpt", "tau-bench", "swe-smith");
    fc.assert(
      fc.property(several, kinds, reduceOptions, (all, format, options) => {
        const records = all.flatMap((each) => WRITERS[format].write(each));
        agree(Buffer.from(JSON.stringify(records, null, 1)), { ...options, format });
      }),
      { numRuns: slowRuns(200) },
    );
  });
});

describe("a document", () => {
  it("is what it is in every style, torn or whole", () => {
    const styles = { shape: "openai-chat", pretty: true, ascii: false, spaced: true } as const;
    fc.assert(
      fc.property(conversations, fc.boolean(), fc.nat(), (conversation, mark, cut) => {
        const style = {
          ...styles,
          layout: "document",
          newline: "\r\n",
          finalNewline: true,
        } as const;
        const { bytes } = writeFile({ ...style, mark }, [conversation]);
        agree(bytes, { preserveRecentRawTurns: 1 });
        agree(bytes.subarray(0, cut % bytes.length), { preserveRecentRawTurns: 1 });
      }),
      { numRuns: slowRuns(200) },
    );
  });

  it("may be larger than what is looked at together", () => {
    const document = JSON.stringify(JSON.parse(sessionRow(60, { chars: 20_000 })), null, 2);
    agree(Buffer.from(document), { preserveRecentRawTurns: 3, explain: true });
  });
});

describe("a row longer than the window", () => {
  // The window has 8 MiB.
  const long = sessionRow(3, { chars: 2_900_000 });
  const rows = [
    sessionRow(12, { chars: 100 }),
    long,
    '{"other": 1}\n',
    sessionRow(13, { chars: 90 }),
  ];

  it("comes out the same, first or last or among others", () => {
    for (const order of [rows, rows.toReversed(), [long], [long, long.trimEnd()]])
      agree(Buffer.from(order.join("")), { preserveRecentRawTurns: 1 });
    agree(Buffer.from(`\ufeff${long.replace("\n", "\r\n")}`), { preserveRecentRawTurns: 1 });
  });

  it("may come after others of which it is not known what they are", () => {
    const other = `{"other": "${"x".repeat(9_000_000)}"}\n`;
    for (const before of ['{"other": 1}\n', other, `\n${other}\n`])
      agree(Buffer.from([before, long, rows[0]].join("")), { preserveRecentRawTurns: 1 });
  });

  it("is copied where it is no conversation, and named where it is torn", () => {
    // Longer than the window, and of more tokens than the kernel's tape has room for.
    const other = `{"other": "${"x".repeat(5_000_000)}"${', "y": "é\\n"'.repeat(270_000)}}\n`;
    agree(Buffer.from([rows[0], other, rows[3]].join("")), { preserveRecentRawTurns: 1 });
    agree(Buffer.from([rows[0], long.slice(0, -9), rows[3]].join("\n")), { strict: false });
  });
});

describe("a blank line that is too long to be held", () => {
  const BLANK = Buffer.alloc(9_000_000, " ");
  const row = sessionRow(12, { chars: 2000 });

  /** What comes out, and the most bytes that were asked for at a time before the input ended. */
  function compacted(bytes: Buffer, options: CompactOptions = {}) {
    let most = 0;
    let mostTaken = 0;
    const job = createJob(
      { ...options, formats: chosenFormats(options) },
      { onTranscript() {}, onBadLine() {} },
    );
    const store: Store = {
      append() {},
      inputBytes: bytes.length,
      size: bytes.length,
      *pieces(start, end) {
        most = Math.max(most, end - start);
        if (start < end) yield bytes.subarray(start, end);
      },
    };
    const output = new Output();
    const compactor = new Compactor(job, { store, output, heldBytes: 1_000_000 });
    const pieces: Buffer[] = [];
    const drain = () => pieces.push(...output.drain().map((piece) => Buffer.from(piece)));
    try {
      for (const _ of feedBytes(compactor, bytes)) drain();
      mostTaken = most;
      for (const _ of compactor.finish()) drain();
      drain();
    } finally {
      compactor.close();
    }
    return { most: mostTaken, bytes: Buffer.concat(pieces), lines: compactor.lines };
  }

  it.each([
    ["rows", [row, row, row]],
    ["lines", sessionLines(12).split(/(?<=\n)/)],
  ])("stays as it is between %s, and is never in memory whole", (_, lines) => {
    const [first = "", ...rest] = lines.map((line) => Buffer.from(line));
    const lineBreak = Buffer.from("\r\n");
    for (const parts of [
      [BLANK, lineBreak, first, ...rest],
      [first, BLANK, lineBreak, ...rest],
      [first, ...rest, BLANK],
    ]) {
      const input = Buffer.concat(parts.map((part) => Buffer.from(part)));
      const plain = Buffer.from(compact(Buffer.from(lines.join(""))).bytes);
      const { most, bytes, lines: count } = compacted(input);
      expect(most).toBeLessThan(1_000_000);
      expect(count).toBe(lines.length + 1);
      const at = bytes.indexOf("  ");
      const end = at + BLANK.length + (bytes[at + BLANK.length] === 0x0d ? 2 : 0);
      expect(bytes.subarray(at, at + BLANK.length).equals(BLANK)).toBe(true);
      expect(Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]).equals(plain)).toBe(true);
    }
  });

  it("is no transcript by itself", () => {
    expect(() => compacted(BLANK)).toThrow("empty");
  });
});
