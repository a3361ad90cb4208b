/** Looking up what was masked. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { LOG_NAME } from "../../src/archive/archive.ts";
import { encodeMember } from "../../src/archive/log/member.ts";
import { digestOf } from "../../src/base/digest.ts";
import { folderWith } from "../support/folder.ts";
import { start } from "../support/process.ts";
import { sessionLines } from "../support/sessions.ts";
import { elision } from "../support/shell.ts";

const LINES = sessionLines(8);
const TEXT = (k: number) => `${k} `.padEnd(400, "o");
const REF = (k: number) => digestOf(TEXT(k)).slice(0, 12);

async function compacted() {
  const folder = folderWith();
  const archive = join(folder, "kept");
  const { stdout } = await elision(["-q", "--window", "2", "--archive", archive], { stdin: LINES });
  return { archive, folder, small: stdout };
}

describe("show", () => {
  it("prints an original exactly, and nothing else", async () => {
    const { archive } = await compacted();
    for (const ref of [REF(1), digestOf(TEXT(1))]) {
      const shown = await elision(["show", ref, "--archive", archive]);
      expect(shown).toEqual({ stdout: TEXT(1), stderr: "", exitCode: 0 });
    }
  });

  it("prints several with their digests, and as JSON", async () => {
    const { archive } = await compacted();
    const { stdout } = await elision(["show", REF(1), REF(2), "--archive", archive]);
    expect(stdout).toBe([1, 2].map((k) => `==> ${digestOf(TEXT(k))} <==\n${TEXT(k)}\n`).join("\n"));
    const json = await elision(["show", REF(1), "0".repeat(12), "--json", "--archive", archive]);
    expect(JSON.parse(json.stdout)).toEqual({
      texts: [{ ref: REF(1), digest: digestOf(TEXT(1)), text: TEXT(1) }],
      unknown: ["0".repeat(12)],
      damaged: [],
    });
    expect(json.exitCode).toBe(1);
  });

  it("says that a ref is not known, in the exit code too", async () => {
    const { archive } = await compacted();
    const { stdout, stderr, exitCode } = await elision(["show", REF(99), "--archive", archive]);
    expect([stdout, exitCode]).toEqual(["", 1]);
    expect(stderr).toContain(`no text with the ref ${REF(99)}`);
  });

  it.each([
    ["what is no ref", ["xyz"], "hexadecimal"],
    ["a ref that is too short", ["3f9a2c71"], "12 to 64"],
    ["nothing", [], "expected a ref"],
  ])("takes %s for a mistake", async (_, words, message) => {
    const { archive } = await compacted();
    const { stderr, exitCode } = await elision(["show", ...words, "--archive", archive]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it("takes the archive from the environment, and says that it needs one", async () => {
    const { archive } = await compacted();
    const env = { ELISION_ARCHIVE: archive };
    expect((await elision(["show", REF(3)], { env })).stdout).toBe(TEXT(3));
    const { stderr, exitCode } = await elision(["show", REF(3)], { env: { HOME: "/nowhere" } });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("--archive")]);
  });

  it.each([
    ["few texts", 60],
    ["more texts than a recipe names", 1600],
  ])("says what a summary of %s stands for", async (_, turns) => {
    const archive = join(folderWith(), "kept");
    const argv = ["-q", "--window", "1", "--max-input-chars", "2000", "--archive", archive];
    const { stdout } = await elision(argv, { stdin: sessionLines(turns) });
    const ref = /Original: ref ([0-9a-f]{12})/.exec(stdout)?.[1] ?? "";
    const shown = await elision(["show", ref, "--archive", archive]);
    expect(shown.stdout).toContain(`look{}\n\n${TEXT(0)}\n\nlook{}\n\n${TEXT(1)}`);
    expect(digestOf(shown.stdout).slice(0, 12)).toBe(ref);
    const { exitCode } = await elision(["archive", "verify", archive]);
    expect(exitCode).toBe(0);
  });

  it("shows no text that is not the one its digest is of", async () => {
    const { archive } = await compacted();
    const log = join(archive, LOG_NAME);
    const lines = gunzipSync(readFileSync(log)).toString();
    const damaged = lines.replace(TEXT(3).slice(0, 8), "RM -RF /");
    expect(damaged).not.toBe(lines);
    for (const name of readdirSync(archive)) rmSync(join(archive, name));
    writeFileSync(log, encodeMember(Buffer.from(damaged), 0));
    const { stdout, stderr, exitCode } = await elision(["show", REF(3), "--archive", archive]);
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(stderr).toContain(`the text ${REF(3)} is damaged and is not shown`);
    const both = await elision(["show", REF(3), REF(4), "--archive", archive, "--json"]);
    expect(JSON.parse(both.stdout)).toMatchObject({
      texts: [{ text: TEXT(4) }],
      unknown: [],
      damaged: [expect.stringMatching(REF(3))],
    });
  });

  it("works as a process of its own", async () => {
    const { archive } = await compacted();
    const { stdout, code } = await start(["show", REF(1), "--archive", archive]).ended;
    expect([stdout, code]).toEqual([TEXT(1), 0]);
  });
});

it("loads nothing of other commands to look a ref up", () => {
  const dist = fileURLToPath(new URL("../../dist/program/", import.meta.url));
  const chunk = (name: string) => readdirSync(dist).find((each) => each.startsWith(`${name}-`));
  const left = [chunk("lookup") ?? ""];
  const seen = new Set<string>();
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const text = readFileSync(join(dist, name), "utf8");
    // Not those that are loaded when something of them is asked for.
    for (const [, next = ""] of text.matchAll(/(?<!\?)=require\("\.\/([^"]+\.js)"\)/g))
      left.push(next);
  }
  const core = chunk("core");
  expect([typeof core, seen.has("main.js"), seen.has(core ?? "")]).toEqual(["string", true, false]);
});

describe("show --turn", () => {
  it("prints a turn, with the original where the archive has it", async () => {
    const { archive, small } = await compacted();
    const argv = ["show", "--turn", "2", "-"];
    const masked = await elision(argv, { stdin: small });
    expect(masked.stdout).toBe(
      `Turn 2:\nAction: look {}\nObservation: [old tool result: look — ok, 400 chars; elision show ${REF(1)}]\n`,
    );
    const whole = await elision([...argv, "--archive", archive], { stdin: small });
    expect(whole.stdout).toBe(`Turn 2:\nAction: look {}\nObservation: ${TEXT(1)}\n`);
    const json = await elision([...argv, "--json", "--archive", archive], { stdin: small });
    expect(JSON.parse(json.stdout)).toEqual({
      turn: 2,
      reasoning: [],
      steps: [
        {
          action: { tool: "look", arguments: "{}" },
          observation: { text: TEXT(1), isMasked: true, isOriginal: true },
        },
      ],
    });
  });

  it("prints what the agent said, and parallel calls with their answers", async () => {
    const call = (id: string, name: string) => ({ id, function: { name, arguments: `{"a":1}` } });
    const messages = [
      { role: "user", content: "Go." },
      { role: "assistant", content: "Both.", tool_calls: [call("x", "read"), call("y", "ls")] },
      { role: "tool", tool_call_id: "y", content: "b" },
      { role: "tool", tool_call_id: "x", content: "a\n" },
      { role: "tool", tool_call_id: "none", content: "orphan" },
    ];
    const stdin = JSON.stringify({ messages });
    const { stdout } = await elision(["show", "--turn", "1"], { stdin });
    expect(stdout).toBe(
      'Turn 1:\nReasoning: Both.\nAction: read {"a":1}\nObservation: a\n' +
        'Action: ls {"a":1}\nObservation: b\nObservation: orphan\n',
    );
  });

  it("says that there is no such turn, in the exit code too", async () => {
    const { stdout, stderr, exitCode } = await elision(["show", "--turn", "9"], { stdin: LINES });
    expect([stdout, stderr, exitCode]).toEqual([
      "",
      "elision: stdin: no turn 9 (there are 8)\n",
      1,
    ]);
  });
});
