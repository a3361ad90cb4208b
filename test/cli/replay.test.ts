import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { parquetRows } from "../support/parquet.ts";
import { sessionLines, sessionRow } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const FIXTURES = new URL("../../fixtures", import.meta.url).pathname;

interface Row {
  readonly messages: readonly { role: string; content: string; tool_call_id?: string }[];
  readonly step: number;
  readonly reply?: { role: string };
  readonly line: number;
}

async function replayed(argv: readonly string[], stdin?: string): Promise<readonly Row[]> {
  const { stdout, stderr, exitCode } = await elision(
    ["replay", ...argv],
    stdin === undefined ? {} : { stdin },
  );
  expect([stderr, exitCode]).toEqual(["", 0]);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** A session that was rewound after its first turn, with an error that Claude Code itself wrote. */
function rewound(): string {
  const line = (uuid: string, parentUuid: string | null, message: { readonly role: string }) =>
    `${JSON.stringify({ type: message.role, sessionId: "s", uuid, parentUuid, message })}\n`;
  const said = (id: string, text: string, model = "claude") => ({
    id,
    role: "assistant",
    model,
    content: [{ type: "text", text }],
  });
  const asked = (content: string) => ({ role: "user", content });
  return [
    line("a", null, asked("first")),
    line("b", "a", said("m1", "a dead answer")),
    line("c", null, asked("second")),
    line("d", "c", said("m2", "API Error: overloaded", "<synthetic>")),
    line("e", "d", asked("go on")),
    line("f", "e", said("m3", "an answer")),
    line("g", "f", asked("and more")),
    line("h", "g", said("m4", "another answer")),
  ].join("");
}

describe("replay after dead text", () => {
  it("begins with the first request that is live, and asks nothing for an error", async () => {
    const rows = await replayed([], rewound());
    expect(rows.map(({ messages, reply }) => [messages.length > 0, reply?.role])).toEqual([
      [true, "assistant"],
      [true, "assistant"],
    ]);
    expect(rows.map(({ messages }) => messages.length)).toEqual([3, 5]);
  });

  it("names the steps that there are", async () => {
    const rows = await replayed([], rewound());
    const { stderr } = await elision(["replay", "--step", "99"], { stdin: rewound() });
    const last = (rows.at(-1)?.step ?? 0) + 1;
    expect(stderr).toContain(`no step 99: expected ${rows[0]?.step} to ${last}`);
    expect(await replayed(["--step", String(rows[0]?.step)], rewound())).toHaveLength(1);
  });
});

describe("replay", () => {
  it("has a row for each reply: what was sent by then, and the reply", async () => {
    const rows = await replayed(["--window", "2"], sessionLines(5));
    expect(rows.map(({ step, messages }) => [step, messages.length])).toEqual([
      [0, 1],
      [1, 3],
      [2, 5],
      [3, 7],
      [4, 9],
    ]);
    expect(
      rows.map(({ messages }) => messages.map(({ content }) => content?.slice(0, 4)))[4],
    ).toEqual(["Look", undefined, "[obs", undefined, "[obs", undefined, "2 oo", undefined, "3 oo"]);
    expect(rows[4]?.reply).toEqual({
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c4", type: "function", function: { name: "look", arguments: "{}" } }],
    });
  });

  it("sends at every step what compacting the transcript so far leaves", async () => {
    const rows = await replayed(["--window", "3"], sessionLines(9));
    const lines = sessionLines(9).trimEnd().split("\n");
    for (const { step, messages } of rows) {
      const sofar = `${lines.slice(0, 1 + 2 * step).join("\n")}\n`;
      const { stdout } = await elision(["-q", "--window", "3"], { stdin: sofar });
      const compacted = stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(messages).toEqual(compacted);
    }
  });

  it("gives one step when asked, that after the last turn as well", async () => {
    const [row, ...others] = await replayed(["--step", "3"], sessionLines(5));
    expect(others).toEqual([]);
    expect(row?.messages).toHaveLength(7);
    const [last] = await replayed(["--step", "5"], sessionLines(5));
    expect(last).not.toHaveProperty("reply");
    expect(last?.messages).toHaveLength(11);
  });

  it("says when there is no such step", async () => {
    const { stdout, stderr, exitCode } = await elision(["replay", "--step", "6"], {
      stdin: sessionLines(5),
    });
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(stderr).toContain("stdin: no step 6: expected 0 to 5");
  });

  it("names the line of each transcript in rows", async () => {
    const rows = await replayed([], sessionRow(1) + sessionRow(2));
    expect(rows.map(({ line, step }) => [line, step])).toEqual([
      [1, 0],
      [2, 0],
      [2, 1],
    ]);
  });

  it.each(["claude-code/session.jsonl", "codex/rollout.jsonl", "openhands", "opencode"])(
    "writes what %s says in one shape: every result after its call",
    async (name) => {
      const { stdout, exitCode } = await elision(["replay", "-q", join(FIXTURES, name)]);
      expect(exitCode).toBe(0);
      const rows: Row[] = stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(rows.length).toBeGreaterThan(1);
      for (const { messages, reply } of rows) {
        const made = new Set<string>();
        for (const message of messages) {
          if (message.role === "assistant")
            for (const { id } of (message as { tool_calls?: { id: string }[] }).tool_calls ?? [])
              made.add(id);
          if (message.role === "tool") expect(made).toContain(message.tool_call_id);
        }
        expect(reply?.role).toBe("assistant");
      }
    },
  );

  it("replays what was sent before a compaction, not what was kept of it", async () => {
    const line = (type: string, uuid: string, about: object) =>
      JSON.stringify({ type, uuid, sessionId: "s", ...about });
    const said = (uuid: string, parentUuid: string | null, role: string, content: unknown) =>
      line(role, uuid, {
        parentUuid,
        message: { role, content, ...(role === "assistant" && { id: uuid }) },
      });
    const lines = [
      said("a", null, "user", "Do it."),
      said("b", "a", "assistant", [{ type: "text", text: "One." }]),
      said("c", "b", "user", "Go on."),
      said("d", "c", "assistant", [{ type: "text", text: "Two." }]),
      line("system", "e", { parentUuid: null, subtype: "compact_boundary" }),
      said("f", "e", "user", "This session is being continued."),
      said("g", "f", "assistant", [{ type: "text", text: "Three." }]),
    ];
    const folder = folderWith({ "run.jsonl": `${lines.join("\n")}\n` });
    const rows = await replayed(["-q", join(folder, "run.jsonl")]);
    expect(rows.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
      ["Do it."],
      ["Do it.", "One.", "Go on."],
      ["This session is being continued."],
    ]);
  });
});

describe("a file for the rows", () => {
  const session = sessionLines(6);

  it("is Parquet if it is named so, with the same rows", async () => {
    const folder = folderWith({ "run.jsonl": session });
    const [input, lines, parquet] = ["run.jsonl", "rows.jsonl", "rows.parquet"].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    const { stdout } = await elision(["replay", input]);
    for (const output of [lines, parquet])
      expect(await elision(["replay", input, "-o", output])).toEqual({
        stdout: "",
        stderr: "",
        exitCode: 0,
      });
    expect(readFileSync(lines, "utf8")).toBe(stdout);
    const rows = await parquetRows(parquet);
    const parsed = rows.map(({ messages, reply, step, line }) => ({
      messages: JSON.parse(String(messages)),
      step: Number(step),
      ...(reply === undefined || reply === null ? {} : { reply: JSON.parse(String(reply)) }),
      line: Number(line),
    }));
    const expected = stdout
      .trimEnd()
      .split("\n")
      .map((each) => JSON.parse(each));
    expect(parsed).toEqual(expected);
    expect(parsed.length).toBeGreaterThan(5);
    const again = join(folder, "again.parquet");
    await elision(["replay", input, "-o", again]);
    expect(readFileSync(again).equals(readFileSync(parquet))).toBe(true);
    const inspected = await elision(["inspect", "--report", "json", parquet]);
    expect(JSON.parse(inspected.stdout).totals.transcripts).toBe(expected.length);
  });

  it("is not there where all inputs failed, nor may it be an input", async () => {
    const folder = folderWith({ "run.jsonl": session });
    const input = join(folder, "run.jsonl");
    const output = join(folder, "rows.parquet");
    const failed = await elision(["replay", join(folder, "none.jsonl"), "-o", output]);
    expect(failed.exitCode).toBe(2);
    expect(existsSync(output)).toBe(false);
    const same = await elision(["replay", input, "-o", input]);
    expect(same.stderr).toContain("is both input and output");
    expect(readFileSync(input, "utf8")).toBe(session);
  });
});
