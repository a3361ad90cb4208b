import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import type { CompactOptions } from "../../../src/engine/edits/create-job.ts";
import { arrangeGeminiRecords } from "../../../src/formats/arrange/gemini-records.ts";
import { geminiCli } from "../../../src/formats/gemini/gemini-cli.ts";
import { sequence } from "../../../src/transcript/model/sequence.ts";
import { compactedLines } from "../../support/compacted.ts";
import { detected } from "../../support/detected.ts";
import { foundIn } from "../../support/found.ts";
import { linesOf } from "../../support/lines.ts";

const LONG = "what a tool answered, long enough that it is worth a placeholder";
const MASKED = `[observation masked — ${LONG.length} chars]`;
const SESSION = { sessionId: "s", projectHash: "h", startTime: "t", lastUpdated: "t" };

const user = (id: string, text: string) => ({ id, type: "user", content: [{ text }] });
const response = (id: string, given: unknown = { output: LONG }) => ({
  functionResponse: { id, name: "read_file", response: given },
});
const call = (id: string, about: object = {}) => {
  const result = [response(id)];
  return { id, name: "read_file", args: {}, result, status: "success", ...about };
};
const reply = (id: string, ...toolCalls: unknown[]) => ({
  id,
  type: "gemini",
  content: "",
  ...(toolCalls.length > 0 && { toolCalls }),
});
const sent = (id: string, ...callIds: string[]) => ({
  id,
  type: "user",
  content: callIds.map((callId) => response(callId)),
});

it("knows the folders that a subagent may work in", () => {
  const first = { sessionId: "s", projectHash: "0", kind: "subagent", directories: ["/a", "/b"] };
  const lines = [first, { id: "1", type: "user", content: [{ text: "go" }] }];
  const { file } = compact(linesOf(lines));
  expect(file.unreadRecords).toEqual({});
});

function run(records: readonly unknown[], options: CompactOptions = {}) {
  const { after, transcripts } = compactedLines(records, options);
  return { lines: after, telemetry: transcripts[0] };
}

/** The records that the CLI would load, by id. */
function load(lines: readonly Line[]): ReadonlyMap<string, Line> {
  const records = new Map<string, Line>();
  for (const line of lines) {
    if (line.$rewindTo !== undefined) {
      const ids = [...records.keys()];
      for (const id of ids.slice(Math.max(0, ids.indexOf(line.$rewindTo)))) records.delete(id);
    } else if (line.id !== undefined) records.set(line.id, line);
  }
  return records;
}

interface Line {
  readonly id?: string;
  readonly $rewindTo?: string;
}

describe("records of one id", () => {
  const grown = [SESSION, user("u", "go"), reply("g", call("a")), reply("g", call("a"), call("b"))];

  it("count once, and are masked alike", () => {
    const { lines, telemetry } = run(grown);
    expect(telemetry).toMatchObject({ messages: 2, maskedCount: 2 });
    expect(lines[2].toolCalls[0].result).toEqual([response("a", { output: MASKED })]);
    expect(lines[3].toolCalls[0].result).toEqual([response("a", { output: MASKED })]);
  });

  it("stay raw together", () => {
    expect(run(grown, { preserveRecentRawTurns: 1 }).lines).toEqual(grown);
  });

  it("keep the place of the first", () => {
    const records = [SESSION, reply("g", call("a")), reply("h", call("b")), reply("g", call("a"))];
    const { lines } = run(records, { preserveRecentRawTurns: 1, windowUnit: "observations" });
    expect(lines[2]).toEqual(records[2]);
    expect(lines[3]).not.toEqual(records[3]);
  });

  it("are masked each in its place where an id answers twice", () => {
    const twice = call("a", { result: [response("a"), response("a", { output: `${LONG}!` })] });
    const { lines } = run([SESSION, reply("g", twice), reply("g", twice)]);
    for (const line of lines.slice(1))
      expect(line.toolCalls[0].result).toEqual([
        response("a", { output: MASKED }),
        response("a", { output: MASKED.replace("64", "65") }),
      ]);
  });
});

describe("what no longer reaches the model", () => {
  it("is everything from the record that a note rewinds to", () => {
    const { telemetry } = run(
      [SESSION, user("u", "go"), reply("g", call("a")), user("v", "no"), reply("h", call("b"))]
        .concat([{ $rewindTo: "v" } as never])
        .concat([reply("i", call("c")) as never]),
      { preserveRecentRawTurns: 10 },
    );
    expect(telemetry).toMatchObject({ maskedCount: 0, deadMaskedCount: 1 });
  });

  it("is nothing where the line of the record is lost", () => {
    const records = [SESSION, reply("g", call("a")), { $rewindTo: "x" }, reply("h", call("b"))];
    const { lines } = run(records, { preserveRecentRawTurns: 10 });
    expect(lines).toEqual(records);
  });

  it("is everything where the record was taken back before", () => {
    const back = { $rewindTo: "g" };
    const records = [SESSION, reply("g", call("a")), back, reply("i", call("c")), back];
    const { lines } = run([...records, reply("h", call("b"))], { preserveRecentRawTurns: 10 });
    expect(lines[3].toolCalls[0].result).toEqual([response("c", { output: MASKED })]);
    expect(lines[5]).toEqual(reply("h", call("b")));
  });

  it("begins at a record for the screen if that is named", () => {
    const note = { id: "n", type: "info", content: "…" };
    const records = [
      SESSION,
      reply("g", call("a")),
      note,
      reply("h", call("b")),
      { $rewindTo: "n" },
    ];
    const { lines } = run(records, { preserveRecentRawTurns: 10 });
    expect(lines[1]).toEqual(records[1]);
    expect(lines[3]).not.toEqual(records[3]);
  });

  it("is what a checkpoint replaces", () => {
    const checkpoint = { $set: { messages: [user("u", "go"), reply("g", call("a"))] } };
    const records = [SESSION, user("u", "go"), reply("g", call("a")), checkpoint];
    const { lines, telemetry } = run(records, { preserveRecentRawTurns: 10 });
    expect(telemetry).toMatchObject({ maskedCount: 0, deadMaskedCount: 1 });
    expect(lines[3]).toEqual(checkpoint);
  });
});

describe("results written down once more as the message that was sent", () => {
  const records = [SESSION, user("u", "go"), reply("g", call("a"), call("b")), sent("t", "a", "b")];

  it("count once, and are masked alike", () => {
    const { lines, telemetry } = run(records);
    expect(telemetry).toMatchObject({ messages: 2, maskedCount: 2 });
    for (const part of lines[3].content)
      expect(part.functionResponse.response).toEqual({ output: MASKED });
  });

  it("are messages of their own where the reply has no results", () => {
    const asked = { functionCall: { id: "a", name: "read_file", args: {} } };
    const made = { id: "g", type: "gemini", content: [asked] };
    const { telemetry } = run([SESSION, user("u", "go"), made, sent("t", "a")]);
    expect(telemetry).toMatchObject({ messages: 3, maskedCount: 1 });
  });

  it("are messages of their own where nothing says which calls they answer", () => {
    const unnamed = { functionResponse: { name: "read_file", response: { output: LONG } } };
    const made = reply("g", { name: "read_file", args: {}, result: [unnamed] });
    const again = { id: "t", type: "user", content: [unnamed] };
    expect(run([SESSION, user("u", "go"), made, again]).telemetry?.messages).toBe(3);
  });
});

describe("a summary", () => {
  const records = [
    SESSION,
    user("u", "go"),
    reply("g", call("a")),
    user("w", "w".repeat(3000)),
    { $rewindTo: "w" },
    user("v", "v".repeat(3000)),
    reply("h"),
    reply("h", call("b")),
  ];

  it("is a record that the loader takes, where the dropped ones stood", () => {
    const options = { preserveRecentRawTurns: 1, maxInputChars: 1200 };
    const { lines, telemetry } = run(records, options);
    expect(telemetry?.reductionStage).toBe("summarization");
    const loaded = load(lines);
    const [task, summary, ...rest] = [...loaded.values()];
    expect(task).toEqual(records[1]);
    expect(summary).toEqual({
      id: expect.stringMatching(/^summary-[0-9a-f]{16}$/),
      type: "user",
      content: expect.stringContaining("Conversation summary"),
    });
    expect(rest.map(({ id }) => id)).toEqual(["h"]);
  });

  it("stands before the first copy of the record that comes after it", () => {
    const context = user("c", "<hook_context>…");
    const between = [SESSION, user("u", "go"), context, reply("g", call("a")), context];
    const { lines } = run([...between, ...records.slice(5)], {
      preserveRecentRawTurns: 1,
      maxInputChars: 1200,
    });
    const ids = [...load(lines).keys()];
    expect([ids[0], ...ids.slice(2)]).toEqual(["u", "c", "h"]);
  });

  it("leaves the record that a note rewinds to", () => {
    const { lines } = run(records, { preserveRecentRawTurns: 1, maxInputChars: 1200 });
    expect(lines).toContainEqual(records[3]);
  });
});

describe("resultDisplay", () => {
  const shown = { fileDiff: LONG, fileName: "a.ts" };
  const records = [
    SESSION,
    reply("g", call("a", { resultDisplay: LONG })),
    reply("g", call("a", { resultDisplay: LONG }), call("b", { resultDisplay: shown })),
    reply(
      "h",
      call("c", { resultDisplay: LONG }),
      call("d", { result: null, resultDisplay: LONG }),
    ),
  ];

  it("stays as it is", () => {
    expect(run(records).lines[2].toolCalls[1].resultDisplay).toEqual(shown);
  });

  it("is blanked on demand, in every copy of the record, as what it stands beside is masked", () => {
    const { lines } = run(records, { sideCopies: "mask", preserveRecentRawTurns: 1 });
    expect(lines[1].toolCalls[0].resultDisplay).toBe(MASKED);
    expect(lines[2].toolCalls[0].resultDisplay).toBe(MASKED);
    expect(lines[2].toolCalls[1].resultDisplay).toEqual({ fileDiff: MASKED, fileName: "a.ts" });
    expect(lines[3]).toEqual(records[3]);
  });

  it("belongs to the call that it stands under, whichever answers stand there too", () => {
    const result = [response("a"), response("b", { output: `${LONG}!` })];
    const both = reply("g", call("a", { result, resultDisplay: LONG }), {
      ...call("b", { result, resultDisplay: LONG }),
    });
    const { lines } = run([SESSION, both], { sideCopies: "mask" });
    expect(lines[1].toolCalls[0].resultDisplay).toBe(MASKED);
    expect(lines[1].toolCalls[1].resultDisplay).toBe(MASKED.replace("64", "65"));
  });
});

describe("a result", () => {
  const masked = (result: unknown) =>
    run([SESSION, reply("g", call("a", { result }))]).lines[1].toolCalls[0].result;

  it.each([
    ["a string", LONG, MASKED],
    ["text parts", [{ text: LONG }], [{ text: MASKED }]],
    ["a part alone", response("a"), response("a", { output: MASKED })],
    ["an error", [response("a", { error: LONG })], [response("a", { error: MASKED })]],
    ["nothing", null, null],
  ])("may be %s", (_, result, expected) => {
    expect(masked(result)).toEqual(expected);
  });

  it("loses the images beside and inside it, and nothing else", () => {
    const image = { inlineData: { mimeType: "image/png", data: "A".repeat(99) } };
    const inside = response("b");
    const nested = { functionResponse: { ...inside.functionResponse, parts: [image] } };
    const [first, second, ...rest] = masked([response("a"), image, nested, { later: 1 }]);
    expect(first.functionResponse.response.output).toBe(
      `${MASKED.slice(0, -1)}] (1 image omitted)`,
    );
    expect(second.functionResponse.parts).toEqual([]);
    expect(rest).toEqual([{ later: 1 }]);
  });

  it("loses its images in every copy of the record", () => {
    const image = { inlineData: { mimeType: "image/png", data: "A".repeat(99) } };
    const seen = reply("g", call("a", { result: [response("a"), image] }));
    const { lines } = run([SESSION, seen, seen]);
    expect(JSON.stringify(lines)).not.toContain("AAA");
  });

  it("may have no image in an earlier copy", () => {
    const image = { inlineData: { mimeType: "image/png", data: "A".repeat(99) } };
    const other = call("b", { result: [response("b"), image] });
    const seen = call("a", { result: [response("a"), image, image] });
    const { lines } = run([SESSION, reply("g", call("a"), other), reply("g", seen, other)], {
      preserveRecentRawTurns: 1,
      windowUnit: "observations",
    });
    expect(lines[1].toolCalls[1]).toEqual(other);
    expect(lines[2].toolCalls[0].result).toHaveLength(1);
  });
});

describe("what is read", () => {
  it("says which results are errors, by status and by key", () => {
    const [found] = foundIn(
      geminiCli,
      reply(
        "g",
        call("a", { status: "error" }),
        call("b", { result: [response("b", { error: "no" })], status: "cancelled" }),
        call("c"),
      ),
    ).messages;
    const results = found?.parts.filter(({ kind }) => kind === "observation");
    expect(results).toMatchObject([{ isError: true }, { isError: true }, { isError: false }]);
  });

  it("takes calls and thoughts from the content where it has them", () => {
    const asked = { functionCall: { id: "a", name: "read_file", args: {} } };
    const thought = { text: "hm", thought: true, thoughtSignature: "s" };
    const thoughts = [{ subject: "S", description: "hm" }];
    const kinds = (content: unknown) =>
      foundIn(geminiCli, { ...reply("g", call("a")), content, thoughts }).messages[0]?.parts.map(
        ({ kind }) => kind,
      );
    expect(kinds("so")).toEqual(["reasoning", "text", "call", "observation"]);
    expect(kinds([thought, asked])).toEqual(["reasoning", "call", "observation"]);
  });

  it("leaves out what is for the screen, and does not take context for the task", () => {
    const found = foundIn(
      geminiCli,
      { id: "c", type: "user", content: [{ text: "<session_context>\n…" }] },
      { id: "i", type: "info", content: "…" },
      user("u", "go"),
    ).messages;
    expect(found.map(({ about }) => about?.fixed)).toEqual([true, false]);
  });
});

describe("is found", () => {
  it.each([
    ["by its first line", [SESSION, user("u", "go")]],
    ["by a reply where the first line is missing", [user("u", "go"), reply("g")]],
    ["by a rewind", [user("u", "go"), { $rewindTo: "u" }]],
    ["as a document", [{ ...SESSION, messages: [user("u", "go")] }]],
  ])("%s", (_, records) => {
    expect(detected(...records)).toBe("gemini-cli");
  });

  it.each([
    ["a Claude Code line", { type: "user", sessionId: "s", uuid: "u", message: { role: "user" } }],
    ["a Cline session", { sessionId: "s", version: 1, messages: [] }],
    ["a database's log", { $set: { messages: 1 } }],
  ])("but not in %s", (_, record) => {
    expect(detected(record)).not.toBe("gemini-cli");
  });
});

it("arranges a message of many copies in time that grows with their number", () => {
  const count = 200_000;
  const parentIndex = undefined;
  const about = { role: "assistant", id: "g", parts: [], parentIndex } as const;
  const found = sequence(
    () => count,
    (index) => ({ ...about, index }),
  );
  const [arrangement] = arrangeGeminiRecords(found);
  expect(arrangement?.messages).toEqual([count - 1]);
  expect(arrangement?.again?.get(count - 1)).toHaveLength(count - 1);
});
