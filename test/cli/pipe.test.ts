/** A line out for every line in, whatever comes in. */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { folderWith } from "../support/folder.ts";
import { shell, start } from "../support/process.ts";
import { runs } from "../support/runs.ts";
import { sessionRow } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const PIPE = ["pipe", "--format", "openai-chat", "--window", "1"];
const COLUMN = [...PIPE, "--telemetry", "column"];
const ROW = sessionRow(4).trimEnd();
const SMALL = Buffer.from(compact(Buffer.from(ROW), { window: 1 }).bytes).toString();

/** The last line of messages. */
function metricsIn(stderr: string) {
  return JSON.parse(stderr.trimEnd().split("\n").at(-1) ?? "");
}

const badRow = fc.constantFrom(
  "{",
  '{"messages":[',
  `${ROW}}`,
  '{"a":1}',
  "[1]",
  "null",
  '{"messages":7}',
  '"é"',
);
const goodRow = fc
  .record({ turns: fc.integer({ min: 0, max: 5 }), chars: fc.constantFrom(3, 60, 400) })
  .map(({ turns, chars }) => sessionRow(turns, { chars }).trimEnd());
const line = fc.oneof(
  { weight: 4, arbitrary: goodRow },
  { weight: 2, arbitrary: badRow },
  { weight: 1, arbitrary: fc.constantFrom("", "  ", "\r") },
);
const input = fc
  .record({ lines: fc.array(line, { minLength: 1, maxLength: 12 }), isEnded: fc.boolean() })
  .map(({ lines, isEnded }) => `${lines.join("\n")}${isEnded ? "\n" : ""}`);

describe("lines out", () => {
  it.each([[PIPE], [COLUMN]])(
    "are as many as lines in, and a second run changes none: %s",
    async (argv) => {
      await fc.assert(
        fc.asyncProperty(input, async (stdin) => {
          const { stdout, stderr, exitCode } = await elision(argv, { stdin });
          const [before, after] = [stdin.split("\n"), stdout.split("\n")];
          expect(after.length).toBe(before.length);
          let bad = 0;
          for (const [k, text] of before.entries()) {
            const isRow = text.startsWith('{"messages":[{') && !text.endsWith("]}}");
            if (!isRow) expect(after[k]).toBe(text);
            if (!isRow && text.trim() !== "") bad++;
            if (isRow && argv === PIPE)
              expect(after[k]).toBe(
                Buffer.from(compact(Buffer.from(text), { window: 1 }).bytes).toString(),
              );
            if (isRow && argv === COLUMN)
              expect(JSON.parse(after[k] ?? "").elision).toMatchObject({ fits: true });
          }
          const lines = before.length - (stdin.endsWith("\n") || stdin === "" ? 1 : 0);
          expect(metricsIn(stderr)).toMatchObject({ rows: lines, badRows: bad });
          expect(exitCode).toBe(bad > 0 ? 1 : 0);
          expect((await elision(argv, { stdin: stdout })).stdout).toBe(stdout);
        }),
        { numRuns: runs(100) },
      );
    },
  );

  it("are none where nothing comes in", async () => {
    const { stdout, stderr, exitCode } = await elision(PIPE, { stdin: "" });
    expect([stdout, exitCode, metricsIn(stderr).rows]).toEqual(["", 0, 0]);
  });

  it("come from compressed input, without a line break after the last", async () => {
    const { stdout } = await elision(PIPE, { stdin: gzipSync(`${ROW}\n${ROW}`) });
    expect(stdout).toBe(`${SMALL}\n${SMALL}`);
  });

  it("have no turn of a session that is a message a line, and say so", async () => {
    const stdin = '{"role":"user","content":"Go."}\n{"role":"assistant","content":"Done."}\n';
    const { stdout, exitCode } = await elision(PIPE, { stdin });
    expect([stdout, exitCode]).toEqual([stdin, 1]);
  });
});

describe("a line comes back before the next is sent", () => {
  it.each([
    [`${ROW}\n`, `${SMALL}\n`],
    ["{}\n", "{}\n"],
    ["\n", "\n"],
  ])("%#", async (sent, back) => {
    const { child, ended } = start(PIPE);
    for (let k = 0; k < 3; k++) {
      child.stdin?.write(sent);
      let got = "";
      // A line that does not come back lets the test run into its limit.
      while (got.length < back.length)
        got += String((await once(child.stdout as never, "data"))[0]);
      expect(got).toBe(back);
    }
    child.stdin?.end();
    expect(metricsIn((await ended).stderr).rows).toBe(3);
  });

  it("and a signal ends it there", async () => {
    const { child, ended } = start(PIPE);
    child.stdin?.write(`${ROW}\n`);
    await once(child.stdout as never, "data");
    child.kill("SIGTERM");
    expect((await ended).signal).toBe("SIGTERM");
  });

  it("and a reader that leaves ends it in peace", async () => {
    const line = `yes '${ROW}' | (elision ${PIPE.join(" ")}; echo $? >&2) | head -n 1`;
    const { stdout, stderr } = await shell(line, folderWith());
    expect([stdout, stderr]).toEqual([`${SMALL}\n`, "0\n"]);
  });
});

describe("bad rows", () => {
  const stdin = `${ROW}\n{"messages":[\n\n{"a":1}\n${ROW}\n`;

  it("are written with number, reason, label and text", async () => {
    const path = join(folderWith(), "bad");
    const argv = [...PIPE, "--bad-rows", path, "--label", "part-7"];
    const { stderr } = await elision(argv, { stdin });
    const records = readFileSync(path, "utf8")
      .trimEnd()
      .split("\n")
      .map((text) => JSON.parse(text));
    expect(records).toEqual([
      expect.objectContaining({ number: 2, column: 14, label: "part-7", text: '{"messages":[' }),
      expect.objectContaining({ number: 4, column: 1, label: "part-7", text: '{"a":1}' }),
    ]);
    const messages = stderr.trimEnd().split("\n").slice(0, -1);
    expect(messages.length).toBe(3);
    for (const text of messages) expect(text).toMatch(/^elision: part-7: /);
    expect(metricsIn(stderr).label).toBe("part-7");
  });

  it("keep bytes that are not UTF-8", async () => {
    const path = join(folderWith(), "bad");
    const row = Buffer.from([0x7b, 0xff, 0x0a]);
    await elision([...PIPE, "--bad-rows", path], { stdin: row });
    const { base64 } = JSON.parse(readFileSync(path, "utf8"));
    expect(Buffer.from(base64, "base64")).toEqual(row.subarray(0, 2));
  });

  it.each([
    ["1", 1],
    ["2", 0],
    ["39.9%", 1],
    ["40%", 0],
  ])("of %s are allowed or not: exit code %i", async (allowed, code) => {
    const { exitCode } = await elision([...PIPE, "--max-bad-rows", allowed], { stdin });
    expect(exitCode).toBe(code);
  });

  it("are those whose tool results the format does not read", async () => {
    const message = {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "a", content: "x" }],
    };
    const row = `${JSON.stringify({ messages: [message, message] })}\n`;
    const { stdout, stderr, exitCode } = await elision(PIPE, { stdin: row });
    expect([stdout, exitCode]).toEqual([row, 1]);
    expect(metricsIn(stderr)).toMatchObject({ badRows: 1, transcripts: 0 });
  });

  it("leave no file where two options name one, or no format is named", async () => {
    const cwd = folderWith();
    const both = [...PIPE, "--bad-rows", join(cwd, "x"), "--metrics", join(cwd, "x")];
    expect((await elision(both, { stdin })).exitCode).toBe(2);
    expect((await elision(["pipe"], { stdin })).exitCode).toBe(2);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe("metrics", () => {
  it("are the totals of the main command on the same rows", async () => {
    const stdin = [1, 5, 12, 30].map((turns) => sessionRow(turns)).join("");
    const policy = ["--format", "openai-chat", "--window", "2", "--max-input-chars", "3000"];
    const path = join(folderWith(), "metrics");
    const piped = await elision(["pipe", ...policy, "--metrics", path], { stdin });
    const main = await elision([...policy, "--report", "json"], { stdin });
    const { inputs, failedInputs, skippedFiles, emptyInputs, ...totals } = JSON.parse(
      main.stderr,
    ).totals;
    const metrics = JSON.parse(readFileSync(path, "utf8"));
    expect(metrics).toMatchObject(totals);
    expect([piped.stdout, piped.exitCode]).toEqual([main.stdout, main.exitCode]);
    const stages = Object.values<number>(metrics.byStage).reduce((sum, each) => sum + each, 0);
    expect(stages).toBeGreaterThan(1);
  });
});

describe("the telemetry column", () => {
  it("is put in before the closing brace, and nothing else is touched", async () => {
    const row = `{ "n": 1.0, ${ROW.slice(1, -1)} , "messages2": "\\u00e9" } \r`;
    const small = await elision(PIPE, { stdin: row });
    const { stdout } = await elision(COLUMN, { stdin: row });
    const column = /,"elision":\{[^}]*\}/.exec(stdout)?.[0] ?? "";
    expect(stdout.replace(column, "")).toBe(small.stdout);
    expect(JSON.parse(stdout).elision).toMatchObject({ maskedCount: 3, reductionStage: "masking" });
  });

  it("takes the place of an older one where the row is edited again", async () => {
    const wide = ["pipe", "--format", "openai-chat", "--window", "3", "--telemetry", "column"];
    const first = (await elision(wide, { stdin: ROW })).stdout;
    const moved = `{"elision":${JSON.stringify(JSON.parse(first).elision)},${first.slice(1, first.lastIndexOf(',"elision"'))}}`;
    for (const stdin of [first, moved]) {
      const { stdout } = await elision(COLUMN, { stdin });
      expect(stdout.split('"elision":').length).toBe(2);
      expect(JSON.parse(stdout).elision).toMatchObject({ maskedCount: 2 });
      expect((await elision(COLUMN, { stdin: stdout })).stdout).toBe(stdout);
    }
  });

  it("is refused where the key is something else's", async () => {
    const row = `{"elision":"mine",${ROW.slice(1)}\n`;
    const { stdout, stderr, exitCode } = await elision(COLUMN, { stdin: row });
    expect([stdout, exitCode]).toEqual([row, 1]);
    expect(metricsIn(stderr)).toMatchObject({ badRows: 1, transcripts: 0, maskedCount: 0 });
  });
});
