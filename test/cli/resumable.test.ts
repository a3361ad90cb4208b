/** May I resume? The answer of `check --resumable`, held against providers that bind reasoning. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { shortenResult } from "../../src/reduce/first-sight/shorten-result.ts";
import {
  anthropicProvider,
  anthropicSession,
  LARGE_RESULT,
  openaiProvider,
  openaiSession,
  opencodeSession,
  sentByOpencode,
} from "../support/binding-providers.ts";
import { folderWith } from "../support/folder.ts";
import { IS_DEEP, oneIn } from "../support/runs.ts";
import { elision } from "../support/shell.ts";

const TURNS = 6;

/** Compacts a session, and gives it with the answers of `check --resumable` alone and with the original. */
async function compacted(session: object, ...options: string[]) {
  const folder = folderWith({ "raw.json": JSON.stringify(session) });
  const [raw, out] = ["raw.json", "out.json"].map((name) => join(folder, name)) as [string, string];
  const { stderr, exitCode } = await elision([raw, "-o", out, "--window", "2", ...options]);
  expect(exitCode).toBe(0);
  const told = await elision(["check", "--resumable", "--against", raw, out]);
  return { after: JSON.parse(readFileSync(out, "utf8")), told, stderr, raw, out };
}

describe("a session whose model refuses broken reasoning", () => {
  const session = anthropicSession(TURNS);

  it("is accepted as it is", async () => {
    expect(anthropicProvider.send(session.messages)).toMatchObject({ status: 200, valid: TURNS });
    const folder = folderWith({ "raw.json": JSON.stringify(session) });
    const { stdout, exitCode } = await elision(["check", "--resumable", join(folder, "raw.json")]);
    expect([stdout, exitCode]).toEqual(["yes\n", 0]);
  });

  it("is in words alone: a report for programs is refused", async () => {
    for (const report of ["json", "ndjson", "csv"]) {
      const told = await elision(["check", "--resumable", "--report", report, "x.jsonl"]);
      expect([told.stdout, told.exitCode]).toEqual(["", 2]);
      expect(told.stderr).toContain(`--resumable answers in words, not as ${report}`);
    }
  });

  it("is refused where the reasoning after an edit was kept, as was said", async () => {
    const { after, told, stderr } = await compacted(session, "--reasoning", "keep");
    expect(anthropicProvider.send(after.messages)).toMatchObject({ status: 400, valid: 1 });
    const answer = anthropicProvider.send(after.messages, "drop_block");
    expect([answer.status, answer.valid, answer.transformations.length]).toEqual([200, 1, 5]);
    expect(told.stdout).toMatch(/^no: 5 reasoning blocks of claude-opus-5-5 /);
    expect(told.exitCode).toBe(1);
    expect(stderr).toContain("kept 5 reasoning blocks (35 chars) of claude-opus-5-5 after an edit");
  });

  it("may be refused after a placeholder of one's own that is named", async () => {
    const own = ["--placeholder", "cut out: {originalLength} chars"];
    const { out } = await compacted(session, "--reasoning", "keep", ...own);
    const told = await elision(["check", "--resumable", ...own, out]);
    expect(told.stdout).toMatch(/^yes, if the reasoning after line 1 was made after/);
  });

  it("is accepted where it was dropped, or the edits fitted", async () => {
    const dropped = await compacted(session, "--reasoning", "drop");
    expect(anthropicProvider.send(dropped.after.messages)).toMatchObject({ status: 200, valid: 1 });
    const fitted = await compacted(session, "--reasoning", "fit");
    expect(anthropicProvider.send(fitted.after.messages)).toMatchObject({
      status: 200,
      valid: TURNS,
    });
    for (const { told } of [dropped, fitted])
      expect([told.stdout, told.exitCode]).toEqual(["yes\n", 0]);
  });

  it("keeps what was made after an edit, when it is compacted again", async () => {
    const { after } = await compacted(session, "--reasoning", "drop");
    const resumed = anthropicSession(4, after.messages);
    const again = await compacted(resumed, "--window", "8", "--reasoning", "drop");
    expect(again.after).toEqual(resumed);
    expect(anthropicProvider.send(again.after.messages)).toMatchObject({ status: 200, valid: 5 });
  });

  it("is told by an original that is compressed, and an error without one", async () => {
    const { raw, out, told } = await compacted(session, "--reasoning", "keep");
    writeFileSync(`${raw}.gz`, gzipSync(readFileSync(raw)));
    const again = await elision(["check", "--resumable", "--against", `${raw}.gz`, out]);
    expect([again.stdout, again.exitCode]).toEqual([told.stdout, 1]);
    const none = await elision(["check", "--resumable", "--against", `${raw}.none`, out]);
    expect([none.stdout, none.exitCode]).toEqual(["", 2]);
    expect(none.stderr).toContain("raw.json.none");
  });

  it("may be broken where nothing tells when the edit was made, which is no error", async () => {
    const { out } = await compacted(session, "--reasoning", "keep");
    const alone = await elision(["check", out, "--archive", join(out, "..", "none")]);
    expect(alone.stdout).toContain("of unknown age; --against ORIGINAL tells whether it is valid");
    expect(alone.exitCode).toBe(0);
  });
});

describe("a session whose model drops broken reasoning", () => {
  const session = openaiSession(TURNS);

  it("loses as many items as was said, or none", async () => {
    expect(openaiProvider.send(session.input)).toMatchObject({ valid: TURNS, transformations: [] });
    const kept = await compacted(session, "--reasoning", "keep");
    expect(openaiProvider.send(kept.after.input).transformations).toHaveLength(5);
    expect([kept.told.stdout, kept.told.exitCode]).toEqual(["yes, losing 5 blocks\n", 0]);
    for (const [choice, valid] of [["drop", 1] as const, ["fit", TURNS] as const]) {
      const { after, told } = await compacted(session, "--reasoning", choice);
      expect(openaiProvider.send(after.input)).toEqual({ status: 200, valid, transformations: [] });
      expect(told.stdout).toBe("yes\n");
    }
  });
});

describe("a session of an agent that asks its provider to drop broken reasoning", () => {
  const session = opencodeSession(TURNS);
  const send = (exported: typeof session) =>
    anthropicProvider.send(sentByOpencode(exported), "drop_block");

  it("resumes with as many blocks as was said", async () => {
    expect(send(session)).toMatchObject({ status: 200, valid: TURNS });
    const kept = await compacted(session, "--reasoning", "keep");
    expect(send(kept.after)).toMatchObject({ status: 200, valid: 1 });
    expect([kept.told.stdout, kept.told.exitCode]).toEqual(["yes, losing 5 blocks\n", 0]);
    expect(kept.stderr).toContain("after an edit: the API drops it when you resume");
    for (const [choice, valid] of [["drop", 1] as const, ["fit", TURNS] as const]) {
      const { after, told } = await compacted(session, "--reasoning", choice);
      expect(send(after)).toEqual({ status: 200, valid, transformations: [] });
      expect(told.stdout).toBe("yes\n");
    }
  });

  it("says so in the report", async () => {
    const file = join(folderWith({ "raw.json": JSON.stringify(session) }), "raw.json");
    const argv = ["-n", "--window", "2", "--reasoning", "keep", "--report", "json", file];
    const [transcript] = JSON.parse((await elision(argv)).stderr).transcripts;
    expect(transcript.reasoning).toMatchObject({ choice: "keep", blocks: 5, asksToDrop: true });
  });
});

describe("a session of Kilo, which is made of opencode and does not ask that", () => {
  it("is refused where opencode's resumes, and was said to be", async () => {
    const { info, ...rest } = opencodeSession(TURNS);
    const session = { info: { ...info, version: "7.7.9" }, ...rest };
    const kept = await compacted(session, "--reasoning", "keep");
    expect(anthropicProvider.send(sentByOpencode(kept.after)).status).toBe(400);
    expect(kept.told.stdout).toContain("no: ");
    const dropped = await compacted(session, "--reasoning", "drop");
    expect(anthropicProvider.send(sentByOpencode(dropped.after)).status).toBe(200);
    expect(dropped.told.stdout).toBe("yes\n");
  });
});

describe.each(["keep", "drop", "fit"])(
  "a session that was compacted in place with %s",
  (choice) => {
    it.each([
      ["Anthropic", anthropicSession(TURNS)],
      ["OpenAI", openaiSession(TURNS)],
    ] as const)("comes back byte for byte: %s", async (_, session) => {
      const bytes = JSON.stringify(session);
      const file = join(folderWith({ "run.json": bytes }), "run.json");
      const options = ["--window", "2", "--reasoning", choice, "--min-gain", "1"];
      expect((await elision(["-i", ...options, file])).exitCode).toBe(0);
      const once = readFileSync(file, "utf8");
      // With reasoning in every turn, nothing can be edited before the last of it.
      if (choice === "fit") expect(once).toBe(bytes);
      else expect(once.length).toBeLessThan(bytes.length);
      expect((await elision(["-i", ...options, file])).exitCode).toBe(0);
      expect(readFileSync(file, "utf8")).toBe(once);
      expect((await elision(["restore", "-q", "-i", file])).exitCode).toBe(0);
      expect(readFileSync(file, "utf8")).toBe(bytes);
    });
  },
);

describe("a session whose results were shortened at first sight", () => {
  const text = shortenResult(LARGE_RESULT, { limit: 800 }) ?? "";
  const options = ["--preset", "first-sight", "--first-sight", "800"];

  it.each([
    ["anthropic", anthropicSession(TURNS, undefined, text)],
    ["openai", openaiSession(TURNS, text)],
  ] as const)(
    "is accepted by %s with all of its reasoning, and nothing is left to shorten",
    async (_, session) => {
      const { after, told } = await compacted(session, ...options);
      expect(after).toEqual(session);
      expect(told.stdout).toBe("yes\n");
      const { status, valid } =
        "messages" in session
          ? anthropicProvider.send(after.messages)
          : openaiProvider.send(after.input);
      expect([status, valid]).toEqual([200, TURNS]);
    },
  );

  it("loses reasoning where they are shortened only later", async () => {
    const session = anthropicSession(TURNS, undefined, LARGE_RESULT);
    const { after, told } = await compacted(session, ...options, "--reasoning", "keep");
    expect(anthropicProvider.send(after.messages)).toMatchObject({ status: 400, valid: 1 });
    expect(told.stdout).toMatch(/^no: 5 reasoning blocks /);
  });
});

describe("every fixture, taken for one of a model that binds", () => {
  const FIXTURES = "fixtures";
  const files = readdirSync(FIXTURES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => statSync(file).size > 0);
  const LINE = /^(?:yes|yes, losing \d+ blocks?|yes, if .+|no: .+)\n$/;
  const bound = ["--binding", "claude-opus-5-5"];

  const CHOICES = ["keep", "drop", "fit"];
  it.each(CHOICES)("is answered in one line after %s", { timeout: 120_000 }, async (choice) => {
    const answers = new Set<string>();
    for (const file of oneIn(3, files, CHOICES.indexOf(choice))) {
      const out = join(folderWith(), basename(file));
      const options = ["--window", "0", "--min-gain", "1", "--reasoning", choice, ...bound];
      const { exitCode: compacted } = await elision([file, "-o", out, "-q", ...options]);
      if (compacted === 2) continue;
      const asked = ["check", "--resumable", ...bound, "--against", file, out];
      const { stdout, exitCode } = await elision(asked);
      expect(stdout, file).toMatch(LINE);
      expect(exitCode, file).toBe(stdout.startsWith("no:") ? 1 : 0);
      const isReasoning = stdout.includes("the API answers 400") || stdout.includes("losing");
      if (isReasoning) answers.add(file);
    }
    if (choice === "keep") expect(answers.size).toBeGreaterThan(IS_DEEP ? 5 : 1);
    else expect([...answers]).toEqual([]);
  });
});
