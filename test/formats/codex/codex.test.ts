/** What is particular to rollouts of the Codex CLI. */
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import { linesOf, recordsIn } from "../../support/lines.ts";

const LONG = "what the tool answered, ".repeat(6);
const MASKED = `[observation masked — ${LONG.length} chars]`;

const line = (type: string, payload: object) => ({
  timestamp: "2026-01-01T00:00:00Z",
  type,
  payload,
});
const META = line("session_meta", { id: "t", base_instructions: { text: "Be good." } });
const says = (role: string, text: string) => ({
  type: "message",
  role,
  content: [{ type: role === "user" ? "input_text" : "output_text", text }],
});
const call = (id: string) => ({ type: "function_call", name: "sh", arguments: "{}", call_id: id });
const output = (id: string, text: unknown = LONG) => ({
  type: "function_call_output",
  call_id: id,
  output: text,
});
const items = (...payloads: readonly object[]) =>
  payloads.map((payload) => line("response_item", payload));

function outputsOf(lines: readonly object[], window: number): unknown[] {
  const options = { preserveRecentRawTurns: window, keepErrors: "none" } as const;
  const { bytes } = compact(linesOf(lines), options);
  return recordsIn(bytes).flatMap(({ payload }) => {
    const { output: text } = payload as { output?: unknown };
    return text === undefined ? [] : [text];
  });
}

describe("outputs keep the type that they have", () => {
  const lines = [
    META,
    ...items(
      call("a"),
      output("a", JSON.stringify({ output: LONG, metadata: { exit_code: 1 } })),
      call("b"),
      output("b", [
        { type: "input_text", text: LONG },
        { type: "input_image", image_url: "data:," },
      ]),
      call("c"),
      output("c", { type: "input_text", text: LONG, detail: null }),
      call("d"),
      output("d", "aborted by user after 2s"),
    ),
  ];

  it("a string, an array, an object, JSON in a string", () => {
    expect(outputsOf(lines, 0)).toEqual([
      JSON.stringify({ output: MASKED, metadata: { exit_code: 1 } }),
      [{ type: "input_text", text: `${MASKED} (1 image omitted)` }],
      { type: "input_text", text: MASKED, detail: null },
      "aborted by user after 2s",
    ]);
  });

  it("and of JSON in a string the model sees all, the placeholder counts the text", () => {
    const whole = JSON.stringify({ output: LONG, metadata: { exit_code: 1 } }).length;
    const { transcripts } = compact(linesOf(lines.slice(0, 3)), {
      preserveRecentRawTurns: 0,
      keepErrors: "none",
    });
    expect(transcripts[0]?.beforeChars).toBe("Be good.sh{}".length + whole);
    expect(transcripts[0]?.maskedChars).toBe(LONG.length - MASKED.length);
  });
});

describe("the live history", () => {
  it("is the newest replacement and what follows", () => {
    const lines = [
      META,
      ...items(says("user", "go"), call("a"), output("a")),
      line("compacted", {
        message: "",
        replacement_history: [says("user", "go"), call("b"), output("b")],
      }),
      ...items(call("c"), output("c")),
    ];
    const result = compact(linesOf(lines), { preserveRecentRawTurns: 2 });
    expect(result.transcripts[0]).toMatchObject({ maskedCount: 0, deadMaskedCount: 1 });
    expect(outputsOf(lines, 2)).toEqual([MASKED, LONG]);
    const [, , , , compacted] = recordsIn(
      compact(linesOf(lines), { preserveRecentRawTurns: 1 }).bytes,
    );
    expect(JSON.stringify(compacted)).toContain(MASKED);
    const live = "Be good.gosh{}sh{}".length + 2 * LONG.length;
    expect(result.transcripts[0]?.beforeChars).toBe(live);
  });

  it("is without the turns that were rolled back", () => {
    const lines = [
      META,
      ...items(says("user", "go"), call("a"), output("a")),
      ...items(says("user", "and then"), call("b"), output("b")),
      line("event_msg", { type: "thread_rolled_back", num_turns: 1 }),
      ...items(says("user", "rather"), call("c"), output("c")),
    ];
    expect(outputsOf(lines, 10)).toEqual([LONG, MASKED, LONG]);
  });

  it("keeps the user's words where an old compaction has a summary only", () => {
    const lines = [
      ...items(says("user", "go"), call("a"), output("a")),
      line("compacted", { message: "it went well" }),
      ...items(call("b"), output("b")),
    ];
    expect(outputsOf(lines, 10)).toEqual([MASKED, LONG]);
    const [telemetry] = compact(linesOf(lines)).transcripts;
    expect(telemetry?.beforeChars).toBe("goit went wellsh{}".length + LONG.length);
  });
});

describe("legacy rollouts", () => {
  const lines = [
    { id: "t", timestamp: "2025-06-01T00:00:00Z", instructions: "Be good.", git: {} },
    { record_type: "state" },
    says("user", "go"),
    call("a"),
    output("a"),
  ];

  it("hold bare items after a line without a type", () => {
    const { bytes, transcripts } = compact(linesOf(lines), { preserveRecentRawTurns: 0 });
    expect(transcripts[0]).toMatchObject({ format: "codex", maskedCount: 1 });
    expect(recordsIn(bytes)[4]?.output).toBe(MASKED);
  });
});

describe("programs that call tools, as version 0.171 has them", () => {
  const ran = (id: string, ...texts: readonly string[]) => ({
    type: "custom_tool_call_output",
    call_id: id,
    output: texts.map((text) => ({ type: "input_text", text })),
  });
  const exited = (code: number) =>
    JSON.stringify({ chunk_id: "a1", wall_time_seconds: 0.1, exit_code: code, output: LONG });
  const head = (word: string) => `Script ${word}\nWall time 0.1 seconds\nOutput:\n`;

  it.each([
    ["failed itself", [head("failed"), LONG], true],
    ["gives what a command that failed gave", [head("completed"), exited(3)], true],
    ["gives what a command gave", [head("completed"), exited(0)], false],
    ["gives a text that names an exit code", [head("completed"), `{"exit_code":3,${LONG}`], false],
  ])("are errors where one %s", (_, texts, isError) => {
    const later = items(call("b"), output("b"));
    const lines = linesOf([META, ...items(call("a"), ran("a", ...texts)), ...later]);
    const options = { preserveRecentRawTurns: 1, keepErrors: "all" } as const;
    expect(compact(lines, options).transcripts[0]?.maskedCount).toBe(isError ? 0 : 1);
  });

  it("are offered in an item that is no message", () => {
    const offer = { type: "additional_tools", role: "developer", tools: [{ name: "functions" }] };
    const compacted = line("compacted", { message: "", replacement_history: [offer] });
    const { file } = compact(
      linesOf([META, ...items(offer), compacted, ...items(says("user", "go"))]),
    );
    expect(file.unreadRecords).toEqual({});
  });
});

describe("side copies", () => {
  it("are found by call id, wherever they stand", () => {
    const lines = [
      META,
      line("event_msg", { type: "exec_command_end", call_id: "a", stdout: LONG, exit_code: 0 }),
      ...items(call("a"), output("a")),
      line("event_msg", { type: "exec_command_end", call_id: "other", stdout: LONG }),
    ];
    const { bytes, transcripts } = compact(linesOf(lines), {
      preserveRecentRawTurns: 0,
      sideCopies: "mask",
    });
    const stdouts = recordsIn(bytes).map(({ payload }) => (payload as { stdout?: string }).stdout);
    expect([stdouts[1], stdouts[4]]).toEqual([MASKED, LONG]);
    expect(transcripts[0]?.sideCopyBytes).toBe(LONG.length + 2);
  });

  it("are found in the items that ended, as version 0.169 has them", () => {
    const item = { type: "CommandExecution", id: "a", aggregated_output: LONG, exit_code: 0 };
    const ended = line("event_msg", { type: "item_completed", thread_id: "t", item });
    const counted = line("token_usage_record", { response_id: "r", usage: { input_tokens: 9 } });
    const lines = linesOf([META, ...items(call("a")), ended, ...items(output("a")), counted]);
    const options = { preserveRecentRawTurns: 0, sideCopies: "mask" } as const;
    const { bytes, transcripts, file } = compact(lines, options);
    const [, , { payload }] = recordsIn(bytes) as [unknown, unknown, { payload: { item: object } }];
    expect(payload.item).toEqual({ ...item, aggregated_output: MASKED });
    expect(transcripts[0]?.sideCopyBytes).toBe(LONG.length + 2);
    expect(file.unreadRecords).toEqual({});
  });

  it("are those of the latest call where a program ran the command, as version 0.171 has them", () => {
    const ended = (id: string) => {
      const item = { type: "CommandExecution", id, aggregated_output: LONG, exit_code: 0 };
      return line("event_msg", { type: "item_completed", thread_id: "t", item });
    };
    const lines = [
      META,
      ended("exec-0"),
      ...items(call("a")),
      ended("exec-1"),
      ...items(output("a"), call("b")),
      ended("exec-2"),
      ...items(output("b")),
    ];
    const { bytes, transcripts } = compact(linesOf(lines), {
      preserveRecentRawTurns: 1,
      sideCopies: "mask",
    });
    const copies = recordsIn(bytes).flatMap(({ payload }) => {
      const { item } = payload as { readonly item?: { readonly aggregated_output: string } };
      return item?.aggregated_output ?? [];
    });
    expect(copies).toEqual([LONG, MASKED, LONG]);
    const kept = compact(linesOf(lines), { preserveRecentRawTurns: 1 }).transcripts[0];
    for (const { sideCopyBytes } of [transcripts[0] ?? {}, kept ?? {}] as const)
      expect(sideCopyBytes).toBe(LONG.length + 2);
  });

  it("are blanked once where an id is used again, and not while one of its outputs is raw", () => {
    const end = line("event_msg", { type: "exec_command_end", call_id: "a", stdout: LONG });
    const lines = [META, end, ...items(call("a"), output("a"), call("a"), output("a"))];
    const stdout = (preserveRecentRawTurns: number) => {
      const { bytes } = compact(linesOf(lines), { preserveRecentRawTurns, sideCopies: "mask" });
      return recordsIn(bytes)[1]?.payload as { stdout?: string };
    };
    expect([stdout(0)?.stdout, stdout(1)?.stdout]).toEqual([MASKED, LONG]);
  });
});

describe("a budget", () => {
  it("is met with a compacted line that keeps the task", () => {
    const lines = [
      META,
      ...items(says("user", "go"), says("assistant", "a long story ".repeat(100))),
      ...items(call("a"), output("a"), call("b"), output("b")),
    ];
    const options = { preserveRecentRawTurns: 1, maxInputChars: 900 };
    const { bytes, transcripts } = compact(linesOf(lines), options);
    expect(transcripts[0]?.reductionStage).toBe("summarization");
    const compacted = recordsIn(bytes)[5] as { type: string; payload: Record<string, unknown[]> };
    expect(compacted.type).toBe("compacted");
    expect(compacted.payload.replacement_history).toHaveLength(2);
    expect(compacted.payload.replacement_history?.[0]).toEqual(says("user", "go"));
    expect(recordsIn(bytes).slice(6)).toEqual(lines.slice(5));
    expect(compact(bytes).transcripts[0]?.beforeChars).toBe(transcripts[0]?.afterChars);
  });
});

describe("what is no rollout", () => {
  it.each([
    ["a log whose lines have no payload", [{ type: "session_meta", id: 1 }, { type: "event_msg" }]],
    ["a debug log", [{ ts: "", dir: "meta", kind: "session_start", payload: {} }]],
  ])("%s", (_, lines) => {
    expect(() => compact(linesOf(lines))).toThrow("no transcript of a known format");
  });
});
