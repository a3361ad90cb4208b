/** How a compacted file is found in an archive after others have worked on it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { restore } from "../../src/api/restore.ts";
import { memoryArchive } from "../support/memory-archive.ts";
import { runs } from "../support/runs.ts";
import { sessionLines, sessionMessages, sessionRow } from "../support/sessions.ts";

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
const ROWS = Array.from({ length: 12 }, (_, k) => sessionRow(4 + k, { chars: 100 + k }));

describe("rows", () => {
  it("are restored one by one, shuffled, filtered and beside others", () => {
    const archive = memoryArchive();
    const options = { preserveRecentRawTurns: 1, archive };
    const compacted = text(compact(Buffer.from(ROWS.join("")), options).bytes).split(/(?<=\n)/);
    const originals = new Map(compacted.map((row, k) => [row, ROWS[k]]));
    fc.assert(
      fc.property(fc.shuffledSubarray(compacted, { minLength: 1 }), (some) => {
        const other = sessionRow(3, { chars: 7 });
        const { bytes, file } = restore(Buffer.from(some.join("") + other), { archive });
        expect(text(bytes)).toBe(some.map((row) => originals.get(row)).join("") + other);
        expect(file).toMatchObject({ restored: "rows", rows: some.length, lostObservations: 0 });
      }),
      { numRuns: runs(50) },
    );
  });

  it("keep line breaks and a byte order mark as they are now", () => {
    const archive = memoryArchive();
    const options = { preserveRecentRawTurns: 1, archive };
    const compacted = text(compact(Buffer.from(ROWS.join("")), options).bytes);
    const changed = `\ufeff${compacted.replaceAll("\n", "\r\n\r\n")}`;
    const { bytes } = restore(Buffer.from(changed), { archive });
    expect(text(bytes)).toBe(`\ufeff${ROWS.join("").replaceAll("\n", "\r\n\r\n")}`);
  });

  it("that another program wrote anew get their observations back by ref", () => {
    const archive = memoryArchive();
    const [row = ""] = ROWS;
    const compacted = compact(Buffer.from(row), { preserveRecentRawTurns: 1, archive });
    const anew = JSON.stringify(JSON.parse(text(compacted.bytes)), null, 1).replaceAll("\n", "");
    const { bytes, file } = restore(Buffer.from(anew), { archive });
    expect(JSON.parse(text(bytes))).toEqual(JSON.parse(row));
    expect(file).toMatchObject({ restored: "refs", observations: 3, lostObservations: 0 });
  });

  it("that became the same are told apart by their line, and left alone elsewhere", () => {
    const archive = memoryArchive();
    const rows = [sessionRow(3, { chars: 90 }), sessionRow(4, { chars: 90 })];
    const options = { maxInputChars: 20, preserveRecentRawTurns: 0, summaryMaxChars: 0, archive };
    const compacted = text(compact(Buffer.from(rows.join("")), options).bytes).split(/(?<=\n)/);
    expect(compacted[0]).toBe(compacted[1]);
    expect(text(restore(Buffer.from(compacted.join("")), { archive }).bytes)).toBe(rows.join(""));
    const elsewhere = Buffer.from(`\n\n${compacted[0]}`);
    const { bytes, file } = restore(elsewhere, { archive });
    expect(text(bytes)).toBe(text(elsewhere));
    expect(file).toMatchObject({ lostUnits: 1, isChanged: false });
  });
});

describe("a file that was continued", () => {
  const added = sessionLines(3, { chars: 33 });

  it("is restored up to what was added, which stays", () => {
    const archive = memoryArchive();
    const original = sessionLines(30);
    const compacted = compact(Buffer.from(original), { preserveRecentRawTurns: 2, archive });
    const { bytes, file } = restore(Buffer.from(text(compacted.bytes) + added), { archive });
    expect(text(bytes)).toBe(original + added);
    expect(file).toMatchObject({ restored: "start", lostObservations: 0 });
  });

  it("and compacted again is restored through both", () => {
    const archive = memoryArchive();
    let original = "";
    let now = "";
    for (const chars of [300, 200, 100]) {
      const more = sessionLines(9, { chars });
      original += more;
      now = text(compact(Buffer.from(now + more), { preserveRecentRawTurns: 2, archive }).bytes);
      expect(text(restore(Buffer.from(now), { archive }).bytes)).toBe(original);
      expect(text(restore(Buffer.from(now + added), { archive }).bytes)).toBe(original + added);
    }
  });

  it("is found where messages were only dropped", () => {
    const archive = memoryArchive();
    const original = sessionLines(30);
    const options = { maxInputChars: 1500, preserveRecentRawTurns: 2, summaryMaxChars: 0, archive };
    const compacted = compact(Buffer.from(original), options);
    expect(compacted.transcripts[0]?.reductionStage).toBe("fallback");
    const { bytes } = restore(Buffer.from(text(compacted.bytes) + added), { archive });
    expect(text(bytes)).toBe(original + added);
  });

  it("is not taken for one that only begins as it does", () => {
    const archive = memoryArchive();
    const original = sessionLines(30);
    compact(Buffer.from(original), {
      maxInputChars: 10,
      preserveRecentRawTurns: 0,
      summaryMaxChars: 0,
      archive,
    });
    // The task is all that was left, and many transcripts begin with it.
    for (const other of [original, original + added, sessionLines(8, { chars: 20 })])
      expect(restore(Buffer.from(other), { archive }).file.isChanged).toBe(false);
  });

  it("as a document on one line is restored in its first messages", () => {
    const archive = memoryArchive();
    const document = (messages: readonly object[]) => JSON.stringify({ messages });
    const messages = sessionMessages(20);
    const compacted = JSON.parse(
      text(
        compact(Buffer.from(document(messages)), { preserveRecentRawTurns: 2, archive }).bytes,
      ).replaceAll("\\u2014", "\\\\u2014"),
    );
    const more = [{ role: "user", content: "Go on." }];
    const now = document([...compacted.messages, ...more]).replaceAll("\\\\u2014", "\\u2014");
    const { bytes, file } = restore(Buffer.from(now), { archive });
    expect(text(bytes)).toBe(document([...messages, ...more]));
    expect(file).toMatchObject({ restored: "rows", observations: 0 });
  });
});

describe("what a second policy compacted further", () => {
  it("is the first original again, whichever of the ways there are leads to it", () => {
    const archive = memoryArchive();
    const original = Buffer.from(sessionLines(30));
    const one = { preserveRecentRawTurns: 9, archive };
    const two = { preserveRecentRawTurns: 3, archive };
    const direct = compact(original, two).bytes;
    const stacked = compact(compact(original, one).bytes, two).bytes;
    expect(text(stacked)).toBe(text(direct));
    expect(text(restore(stacked, { archive }).bytes)).toBe(text(original));
  });
});

describe("by refs alone", () => {
  const line = (content: string) => `{"role":"tool","tool_call_id":"c","content":${content}}\n`;
  const session = (content: string) =>
    `{"role":"user","content":"Go."}\n${JSON.stringify(sessionMessages(1)[1])}\n${line(content)}`;

  it("an observation comes back with its own escapes", () => {
    const archive = memoryArchive();
    const raw = `"caf\\u00e9 \\/ ${"é".repeat(90)}"`;
    const original = session(raw);
    const compacted = compact(Buffer.from(original), { preserveRecentRawTurns: 0, archive });
    const edited = text(compacted.bytes).replace("Go.", "Go on.");
    const { bytes, file } = restore(Buffer.from(edited), { archive });
    expect(text(bytes)).toBe(original.replace("Go.", "Go on."));
    expect(file).toMatchObject({ restored: "refs", observations: 1 });
  });

  it("what has no ref, or one that is not known, is counted and stays", () => {
    const archive = memoryArchive();
    for (const placeholder of [
      "[observation masked — 400 chars]",
      "[observation masked — 400 chars, ref 0123456789ab]",
      "head\\n[observation masked — 400 chars]",
    ]) {
      const bytes = Buffer.from(session(`"${placeholder}"`));
      const restored = restore(bytes, { archive });
      expect(restored.bytes).toBe(bytes);
      expect(restored.file).toMatchObject({ lostObservations: 1, isChanged: false });
    }
    const ordinary = Buffer.from(session('"commit 0123456789ab"'));
    expect(restore(ordinary, { archive }).file.lostObservations).toBe(0);
  });

  it("what the passes masked comes back", () => {
    const archive = memoryArchive();
    const messages = sessionMessages(3).map((message) =>
      "content" in message && message.content !== null && "tool_call_id" in message
        ? { ...message, content: "the same ".repeat(40) }
        : message,
    );
    const original = JSON.stringify({ messages });
    const compacted = text(compact(Buffer.from(original), { dedupe: true, archive }).bytes);
    expect(compacted).toMatch(
      /\[same as the later result of look[^\]]*, 360 chars, ref [0-9a-f]{12}\]/,
    );
    const edited = Buffer.from(compacted.replace("Look around.", "Look."));
    const { bytes, file } = restore(edited, { archive });
    expect(text(bytes)).toBe(original.replace("Look around.", "Look."));
    expect(file.observations).toBe(2);
  });

  it.each([
    ["collapsed failures", { collapseFailures: true }, /earlier failed run .*chars, ref /],
    ["redundant results", { redundant: true }, / after it: 2 lines left, \d+ chars, ref /],
    ["excerpts", { clamp: 500 }, / left out, ref [0-9a-f]{12} \.\.\.\]/],
    [
      "results shortened at first sight",
      { firstSight: 500 },
      /; all of it: elision show [0-9a-f]{12}\]/,
    ],
  ])("%s come back", (_, options, mark) => {
    const archive = memoryArchive();
    const output = (k: number) =>
      `Exit code 1\nrun ${k}\n${"ok ok ok\n".repeat(250)}FAILED tests/a.py::one\n`;
    const call = (k: number) => [
      {
        role: "assistant",
        content: null,
        tool_calls: [
          {
            id: `t${k}`,
            type: "function",
            function: { name: "bash", arguments: '{"command":"pytest -q"}' },
          },
        ],
      },
      { role: "tool", tool_call_id: `t${k}`, content: output(k) },
    ];
    const messages = [{ role: "user", content: "Go." }, ...[1, 2, 3].flatMap(call)];
    const original = JSON.stringify({ messages });
    const job = { ...options, keepErrors: "none", archive } as const;
    const compacted = text(compact(Buffer.from(original), job).bytes);
    expect(compacted).toMatch(mark);
    expect(text(compact(Buffer.from(compacted), job).bytes)).toBe(compacted);
    const edited = Buffer.from(compacted.replace("Go.", "Go on."));
    const { bytes, file } = restore(edited, { archive });
    expect(text(bytes)).toBe(original.replace("Go.", "Go on."));
    expect(file).toMatchObject({ lostObservations: 0, restored: "refs" });
  });

  it("a template of one's own is known when it is named", () => {
    const archive = memoryArchive();
    const placeholder = "(hidden output: elision show {ref})";
    const original = session(`"${"o".repeat(99)}"`);
    const options = { preserveRecentRawTurns: 0, placeholder, archive };
    const edited = text(compact(Buffer.from(original), options).bytes).replace("Go.", "Go on.");
    expect(restore(Buffer.from(edited), { archive }).file.isChanged).toBe(false);
    const { bytes } = restore(Buffer.from(edited), { archive, placeholder });
    expect(text(bytes)).toBe(original.replace("Go.", "Go on."));
  });

  it("a summary stays, and is counted", () => {
    const archive = memoryArchive();
    const options = { maxInputChars: 2000, preserveRecentRawTurns: 1, archive };
    const compacted = compact(Buffer.from(sessionLines(60)), options);
    expect(compacted.transcripts[0]?.reductionStage).toBe("summarization");
    const edited = text(compacted.bytes).replace("Look around.", "Look.");
    expect(restore(Buffer.from(edited), { archive }).file.lostSummaries).toBe(1);
  });
});

describe("an archive that lacks something", () => {
  it("is not trusted: what it cannot give back whole stays as it is", () => {
    const whole = memoryArchive();
    const original = Buffer.from(sessionLines(30, { chars: 500 }));
    const compacted = compact(original, { preserveRecentRawTurns: 2, archive: whole }).bytes;
    const holed = memoryArchive();
    for (const entry of whole.entries()) if (entry.kind === "unit") holed.add(entry);
    const { bytes, file } = restore(compacted, { archive: holed });
    expect(text(bytes)).toBe(text(compacted));
    expect(file).toMatchObject({ lostUnits: 1, lostObservations: 28, isChanged: false });
  });
});
