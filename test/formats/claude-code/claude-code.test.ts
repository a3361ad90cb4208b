/** What is particular to sessions of Claude Code. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compact, compactWith } from "../../../src/api/compact.ts";
import { agree } from "../../engine/plain/paths-agree.ts";
import { linesOf, recordsIn } from "../../support/lines.ts";

const LONG = "what the tool answered, ".repeat(6);
const MASKED = `[observation masked — ${LONG.length} chars]`;

/** A line of a session: `id` hangs on `parent`. */
function line(id: string, parent: string | null, type: string, rest: object): object {
  return { parentUuid: parent, isSidechain: false, type, uuid: id, sessionId: "s", ...rest };
}

const user = (id: string, parent: string | null, content: unknown, rest: object = {}) =>
  line(id, parent, "user", { message: { role: "user", content }, ...rest });

const says = (id: string, parent: string | null, text: string, rest: object = {}) =>
  line(id, parent, "assistant", {
    message: { id: `msg_${id}`, role: "assistant", content: [{ type: "text", text }] },
    ...rest,
  });

const calls = (id: string, parent: string | null, call: string, rest: object = {}) => {
  const content = [{ type: "tool_use", id: call, name: "Bash", input: { command: "ls" } }];
  const reply = { id: `msg_${id}`, role: "assistant", content };
  return line(id, parent, "assistant", { message: { ...reply, ...rest } });
};

const answers = (id: string, parent: string | null, call: string, rest: object = {}) =>
  user(id, parent, [{ type: "tool_result", tool_use_id: call, content: LONG }], rest);

/** The ids of the lines that are masked with a window. */
function masked(lines: readonly object[], window: number): unknown[] {
  const { bytes } = compact(linesOf(lines), { preserveRecentRawTurns: window });
  return recordsIn(bytes).flatMap((record) =>
    JSON.stringify(record).includes("[observation masked") ? [record.uuid] : [],
  );
}

describe("the live chain", () => {
  it("leaves out a branch that was rewound, which is masked however new", () => {
    const lines = [
      user("u1", null, "go"),
      calls("a1", "u1", "c1"),
      answers("r1", "a1", "c1"),
      calls("a2", "r1", "c2"),
      answers("r2", "a2", "c2"),
      user("u2", "r1", "no, this instead"),
      says("a3", "u2", "as you like"),
    ];
    expect(masked(lines, 10)).toEqual(["r2"]);
    const [telemetry] = compact(linesOf(lines)).transcripts;
    expect(telemetry?.deadChars).toBe(LONG.length + 'Bash{"command":"ls"}'.length);
    expect(telemetry?.deadMaskedCount).toBe(1);
    expect(telemetry?.maskedCount).toBe(0);
  });

  it("pairs a result with its call if its line is written first, also before a compaction", () => {
    const lines = [
      user("u1", null, "go"),
      calls("a1", "u1", "c1", { id: "msg" }),
      // Parallel calls: the second's result is written before the lines that it hangs on.
      answers("r2", "a2", "c2"),
      answers("r1", "a1", "c1"),
      calls("a2", "r1", "c2", { id: "msg" }),
      line("b", null, "system", { subtype: "compact_boundary" }),
      user("u2", "b", "a summary", { isCompactSummary: true }),
      calls("a3", "u2", "c3", { id: "other" }),
      answers("r4", "a4", "c4"),
      answers("r3", "a3", "c3"),
      calls("a4", "r3", "c4", { id: "other" }),
      says("a5", "r4", "done"),
    ];
    const options = { preserveRecentRawTurns: 0, placeholder: "masked: {toolName} of turn {turn}" };
    for (const objects of [false, true]) {
      const { bytes } = compactWith(linesOf(lines), { ...options, objects });
      const told = String(Buffer.from(bytes)).match(/masked: [^"]+/g);
      expect(told).toEqual([1, 1, 2, 2].map((turn) => `masked: Bash of turn ${turn}`));
    }
    agree(linesOf(lines), { preserveRecentRawTurns: 1 });
  });

  it("holds what a compaction leaves of before it, after the summary", () => {
    const compactMetadata = {
      trigger: "auto",
      preservedSegment: { headUuid: "a2", anchorUuid: "u3", tailUuid: "r2" },
    };
    const lines = [
      user("u1", null, "go"),
      calls("a1", "u1", "c1"),
      answers("r1", "a1", "c1"),
      user("u2", "r1", "go on"),
      calls("a2", "u2", "c2"),
      answers("r2", "a2", "c2"),
      line("b", null, "system", { subtype: "compact_boundary", compactMetadata }),
      user("u3", "b", "This session is being continued", { isCompactSummary: true }),
      line("n", "u3", "attachment", {}),
      calls("a3", "n", "c3"),
      answers("r3", "a3", "c3"),
    ];
    expect(masked(lines, 2)).toEqual(["r1"]);
    expect(masked(lines, 1)).toEqual(["r1", "r2"]);
    const [telemetry] = compact(linesOf(lines), { preserveRecentRawTurns: 1 }).transcripts;
    expect(telemetry).toMatchObject({ maskedCount: 1, deadMaskedCount: 1 });
  });

  it("holds parallel results, which are siblings, and the rest of their reply", () => {
    const reply = { id: "msg_a" };
    const lines = [
      user("u1", null, "go"),
      calls("a1", "u1", "c1", reply),
      calls("a2", "a1", "c2", reply),
      answers("r1", "a1", "c1"),
      answers("r2", "a2", "c2"),
      says("a3", "r2", "both are there"),
    ];
    expect(masked(lines, 1)).toEqual([]);
    expect(compact(linesOf(lines)).transcripts[0]?.deadChars).toBeUndefined();
    expect(masked(lines, 0)).toEqual(["r1", "r2"]);
  });

  it("takes a result that stands before its call for what follows the call", () => {
    const lines = [
      user("u1", null, "go"),
      answers("r1", "a1", "c1"),
      calls("a1", "u1", "c1"),
      calls("a2", "r1", "c2"),
      answers("r2", "a2", "c2"),
    ];
    expect(masked(lines, 1)).toEqual(["r1"]);
  });

  it("stops at a compact boundary, and is named by a last prompt that nothing follows", () => {
    const boundary = line("b1", null, "system", { subtype: "compact_boundary" });
    const lines = [
      user("u1", null, "go"),
      calls("a1", "u1", "c1"),
      answers("r1", "a1", "c1"),
      boundary,
      user("u2", "b1", "This session is being continued", { isCompactSummary: true }),
      calls("a2", "u2", "c2"),
      answers("r2", "a2", "c2"),
    ];
    expect(masked(lines, 10)).toEqual(["r1"]);
    const rewound = [...lines, { type: "last-prompt", leafUuid: "r1", sessionId: "s" }];
    expect(masked(rewound, 10)).toEqual(["r2"]);
    expect(masked([...rewound, says("a3", "r2", "on")], 10)).toEqual(["r1"]);
  });

  it("stops at a boundary where no line names another as well", () => {
    const lines = [
      calls("a1", null, "c1"),
      answers("r1", null, "c1"),
      line("b1", null, "system", { subtype: "compact_boundary" }),
      calls("a2", null, "c2"),
      answers("r2", null, "c2"),
    ];
    expect(masked(lines, 10)).toEqual(["r1"]);
  });

  it("does not go over into a sidechain", () => {
    const side = { isSidechain: true };
    const lines = [
      calls("a1", null, "c1"),
      answers("r1", "a1", "c1"),
      { ...calls("s1", null, "c2"), ...side },
      { ...answers("s2", "s1", "c2"), ...side },
      answers("r2", "s2", "c1"),
    ];
    expect(masked(lines, 0)).toEqual(["r1", "s2", "r2"]);
  });

  it("goes on in file order where a parent is missing, and ends in a cycle", () => {
    const lines = [
      user("u1", "u0", "go"),
      calls("a1", "u1", "c1"),
      answers("r1", "gone", "c1"),
      calls("a2", "r1", "c2"),
      answers("r2", "a2", "c2"),
    ];
    expect(masked(lines, 1)).toEqual(["r1"]);
    const cycle = [
      user("u1", "r2", "go"),
      calls("a1", "u1", "c1"),
      answers("r1", "a1", "c1"),
      calls("a2", "r1", "c2"),
      answers("r2", "a2", "c2"),
    ];
    expect(masked(cycle, 1)).toEqual(["r1"]);
  });
});

describe("sidechains", () => {
  it("are transcripts of their own, told apart by agent or by root", () => {
    const side = (agentId?: string) => ({ isSidechain: true, ...(agentId && { agentId }) });
    const lines = [
      user("u1", null, "go"),
      user("s1", null, "look", side()),
      user("t1", null, "search", side()),
      { ...calls("s2", "s1", "c1"), ...side() },
      { ...calls("t2", "t1", "c1"), ...side() },
      answers("s3", "s2", "c1", side()),
      answers("t3", "t2", "c1", side()),
      user("x1", null, "think", side("x")),
      { ...calls("x2", "x1", "c9"), ...side("x") },
      answers("x3", "x2", "c9", side("x")),
      says("a1", "u1", "done"),
    ];
    const { transcripts } = compact(linesOf(lines), { preserveRecentRawTurns: 1 });
    expect(transcripts.map(({ line: first, messages }) => [first, messages])).toEqual([
      [1, 2],
      [2, 3],
      [3, 3],
      [8, 3],
    ]);
    expect(masked(lines, 1)).toEqual([]);
    expect(masked(lines, 0)).toEqual(["s3", "t3", "x3"]);
  });
});

describe("side copies", () => {
  const lines = [
    user("u1", null, "go"),
    calls("a1", "u1", "c1"),
    answers("r1", "a1", "c1", { toolUseResult: { stdout: LONG, stderr: "", lines: [LONG, 3] } }),
  ];

  it("stay as they are, and are counted", () => {
    const { bytes, transcripts } = compact(linesOf(lines), { preserveRecentRawTurns: 0 });
    expect(recordsIn(bytes)[2]?.toolUseResult).toEqual({
      stdout: LONG,
      stderr: "",
      lines: [LONG, 3],
    });
    const size = JSON.stringify({ stdout: LONG, stderr: "", lines: [LONG, 3] }).length;
    expect(transcripts[0]?.sideCopyBytes).toBe(size);
  });

  it("are blanked in their own shape on request, also after a run that left them", () => {
    const once = compact(linesOf(lines), { preserveRecentRawTurns: 0 }).bytes;
    for (const bytes of [linesOf(lines), once]) {
      const result = compact(bytes, { preserveRecentRawTurns: 0, sideCopies: "mask" });
      expect(recordsIn(result.bytes)[2]?.toolUseResult).toEqual({
        stdout: MASKED,
        stderr: "",
        lines: [MASKED, 3],
      });
    }
  });

  it("of what stays raw stay whole", () => {
    const result = compact(linesOf(lines), { preserveRecentRawTurns: 1, sideCopies: "mask" });
    expect(recordsIn(result.bytes)).toEqual(lines);
  });
});

describe("a budget", () => {
  const fixture = new URL("../../../fixtures/claude-code/session.jsonl", import.meta.url);

  it("is met with a boundary and a summary, on which hangs what stays", () => {
    const lines = [
      user("u1", null, "the task, at some length, so that there is something to drop: ".repeat(30)),
      calls("a1", "u1", "c1"),
      answers("r1", "a1", "c1"),
      calls("a2", "r1", "c2"),
      answers("r2", "a2", "c2"),
    ];
    const options = { preserveRecentRawTurns: 1, maxInputChars: 1000 };
    const { bytes, transcripts } = compact(linesOf(lines), options);
    const [first, , , boundary, summary, kept, result] = recordsIn(bytes);
    expect(first).toEqual(lines[0]);
    expect(boundary).toMatchObject({
      type: "system",
      subtype: "compact_boundary",
      parentUuid: null,
      logicalParentUuid: "r1",
      sessionId: "s",
    });
    expect(summary).toMatchObject({ isCompactSummary: true, parentUuid: boundary?.uuid });
    expect(kept).toEqual({ ...lines[3], parentUuid: summary?.uuid });
    expect(result).toEqual(lines[4]);
    expect(transcripts[0]).toMatchObject({ reductionStage: "summarization", droppedCount: 3 });
    expect(compact(bytes).transcripts[0]?.beforeChars).toBe(transcripts[0]?.afterChars);
  });

  it("is missed where no line names its parent, and it is said why", () => {
    const lines = [user("u1", null, "go"), calls("a1", null, "c1"), answers("r1", null, "c1")];
    const options = { preserveRecentRawTurns: 0, maxInputChars: 10 };
    const { bytes, transcripts } = compact(linesOf(lines), options);
    expect(recordsIn(bytes)).toHaveLength(3);
    expect(transcripts[0]).toMatchObject({
      fits: false,
      droppedCount: 0,
      undroppable: "sessions whose lines do not name their parents",
    });
  });

  it("is missed where part of what stays hangs on what would go, and it is said why", () => {
    const reply = { id: "msg_a" };
    const lines = [
      user("u1", null, LONG.repeat(3)),
      calls("a1", "u1", "c1"),
      answers("r1", "a1", "c1"),
      calls("a2", "r1", "c2", reply),
      calls("a3", "a2", "c3", reply),
      answers("r2", "a1", "c2"), // Its parent should be a2.
      answers("r3", "a3", "c3"),
    ];
    const options = { preserveRecentRawTurns: 1, maxInputChars: 400 };
    const { bytes, transcripts } = compact(linesOf(lines), options);
    expect(recordsIn(bytes)).toHaveLength(7);
    expect(transcripts[0]).toMatchObject({
      fits: false,
      droppedCount: 0,
      undroppable: "sessions whose lines name wrong parents",
    });
    const mended = lines.with(5, answers("r2", "a2", "c2"));
    expect(compact(linesOf(mended), options).transcripts[0]?.droppedCount).toBe(3);
  });

  it("never drops from a sidechain", () => {
    const options = { preserveRecentRawTurns: 1, maxInputChars: 10 };
    const { transcripts } = compact(readFileSync(fixture), options);
    expect(transcripts.map(({ fits, droppedCount }) => [fits, droppedCount > 0])).toEqual([
      [false, true],
      [false, false],
    ]);
  });
});

it("takes results in a request that is kept for side copies", () => {
  const sent = (callId: string) => ({
    type: "api-request-blob",
    sessionId: "s",
    message: {
      role: "user",
      content: [
        { tool_use_id: callId, type: "tool_result", content: LONG },
        { type: "text", text: "Mind the time." },
      ],
    },
  });
  const lines = linesOf([
    user("u1", null, "go"),
    calls("a1", "u1", "c1"),
    answers("r1", "a1", "c1"),
    sent("c1"),
    sent("c9"),
    says("a2", "r1", "yes"),
  ]);
  const { transcripts } = compact(lines, { preserveRecentRawTurns: 0 });
  expect(transcripts[0]?.sideCopyBytes).toBe(LONG.length + 2);
  const { bytes } = compact(lines, { preserveRecentRawTurns: 0, sideCopies: "mask" });
  expect(bytes.toString().split(LONG)).toHaveLength(2);
});

it("takes previews that are sent in place of results for side copies", () => {
  const preview = `<persisted-output>\n${LONG.slice(0, 60)}\n</persisted-output>`;
  const replacements = [{ kind: "tool-result", toolUseId: "c1", replacement: preview }];
  const lines = linesOf([
    user("u1", null, "go"),
    calls("a1", "u1", "c1"),
    answers("r1", "a1", "c1"),
    { type: "content-replacement", sessionId: "s", replacements },
    says("a2", "r1", "yes"),
  ]);
  const { transcripts, file } = compact(lines, { preserveRecentRawTurns: 0 });
  expect(file).toMatchObject({ unreadRecords: {}, badLines: 0 });
  expect(transcripts[0]).toMatchObject({ maskedCount: 1, sideCopyBytes: preview.length + 4 });
  const { bytes } = compact(lines, { preserveRecentRawTurns: 0, sideCopies: "mask" });
  expect(bytes.toString()).not.toContain("persisted-output");
});

it("knows the lines that keep requests for those who look into them", () => {
  const kinds = ["api-request", "api-request-blob", "api-request-shape", "atis-latch"];
  const ofAll = ["api-request-resumed", "resume-head-vouch", "file-history-delta", "derived-from"];
  const kept = [...kinds, ...ofAll, "tools-used", "cost-state"].map((type) => ({
    type,
    sessionId: "s",
  }));
  const { file } = compact(linesOf([user("u1", null, "go"), ...kept, says("a1", "u1", "yes")]));
  expect(file.unreadRecords).toEqual({});
});

it.each([false, true])(
  "misses no result where tools were found, in a folder whose name has spaces, by objects: %s",
  (objects) => {
    const cwd = "/home/ana/all my projects/one";
    const content = [{ type: "tool_reference", tool_name: "WebFetch" }];
    const toolUseResult = { matches: ["WebFetch"], query: "fetch pages of the web" };
    const lines = ["1", "2", "3"].flatMap((n, k) => [
      calls(`a${n}`, k === 0 ? null : `r${k}`, `c${n}`, { cwd }),
      user(`r${n}`, `a${n}`, [{ type: "tool_result", tool_use_id: `c${n}`, content }], {
        ...{ toolUseResult, cwd },
      }),
    ]);
    const { file } = compactWith(linesOf(lines), { objects });
    expect(file).toMatchObject({ observations: 3, unreadResults: 0 });
  },
);
