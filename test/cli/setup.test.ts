/** `elision setup`: nothing but its own entries changes in settings, and it takes them back. */
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.ts";
import { runs } from "../support/runs.ts";
import { elision, type World } from "../support/shell.ts";

const HOOK = {
  hooks: [{ type: "command", command: "elision hook claude-code", timeout: 30 }],
};

/** A home with these settings of Claude Code, or none. */
function homeWith(settings?: string): { readonly file: string; readonly world: World } {
  const HOME = folderWith(settings === undefined ? {} : { ".claude/settings.json": settings });
  return {
    file: join(HOME, ".claude/settings.json"),
    world: { env: { HOME, XDG_DATA_HOME: undefined, PATH: "" } },
  };
}

const USERS = {
  model: "opus",
  env: { A: "1.0" },
  hooks: {
    PreCompact: [{ matcher: "manual", hooks: [{ type: "command", command: "say compact" }] }],
    Stop: [],
  },
};

const LAYOUTS: Readonly<Record<string, string>> = {
  "two spaces": `${JSON.stringify(USERS, null, 2)}\n`,
  "four spaces, no last line end": JSON.stringify(USERS, null, 4),
  tabs: JSON.stringify(USERS, null, "\t"),
  "one line": JSON.stringify(USERS),
  "one line with spaces": '{ "model": "opus", "hooks": { "Stop": [ ], "PreCompact": [ ] } }',
  "line ends of Windows": `${JSON.stringify(USERS, null, 2).replaceAll("\n", "\r\n")}\r\n`,
  "a mark at the start": `\ufeff${JSON.stringify({ model: "opus" }, null, 2)}\n`,
  "no hooks": '{\n  "model": "opus", "big": 12345678901234567890, "u": "\\u00e9"\n}\n',
  "empty hooks": '{\n  "hooks": {}\n}\n',
  "an empty object": "{}",
  "an empty object over lines": "{\n}\n",
  "nothing in it": "\n",
};

describe("elision setup claude-code", () => {
  it.each(Object.entries(LAYOUTS))("adds its hooks and takes them back: %s", async (_, text) => {
    const { file, world } = homeWith(text);
    expect((await elision(["setup", "claude-code", "--yes"], world)).exitCode).toBe(0);
    const made = readFileSync(file, "utf8");
    const before = text.trim() === "" ? {} : JSON.parse(text.replace("\ufeff", ""));
    const { PreCompact = [], SessionEnd = [], ...others } = before.hooks ?? {};
    expect(JSON.parse(made.replace("\ufeff", ""))).toEqual({
      ...before,
      hooks: { ...others, PreCompact: [...PreCompact, HOOK], SessionEnd: [...SessionEnd, HOOK] },
    });
    for (const part of text.split(/[\n[\]{}]+/)) expect(made).toContain(part);
    expect(made.includes("\r\n")).toBe(text.includes("\r\n"));

    const again = await elision(["setup", "claude-code", "--yes"], world);
    expect([again.stdout, again.exitCode]).toEqual(["", 0]);
    expect(again.stderr).toContain("has it already");
    expect(readFileSync(file, "utf8")).toBe(made);

    expect((await elision(["setup", "claude-code", "--remove", "--yes"], world)).exitCode).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(text);
    const none = await elision(["setup", "claude-code", "--remove", "--yes"], world);
    expect([none.stdout, none.exitCode]).toEqual(["", 0]);
    expect(none.stderr).toContain("nothing to take back");
  });

  it("makes settings where there are none, and removes them", async () => {
    const { file, world } = homeWith();
    await elision(["setup", "claude-code", "--yes", "--compact-ended"], world);
    const { hooks } = JSON.parse(readFileSync(file, "utf8"));
    expect(Object.keys(hooks)).toEqual(["PreCompact", "SessionEnd"]);
    expect(hooks.SessionEnd[0].hooks[0].command).toBe("elision hook claude-code --compact-ended");
    await elision(["setup", "claude-code", "--remove", "--yes"], world);
    expect(existsSync(file)).toBe(false);
  });

  it("takes out its own alone where settings were changed since", async () => {
    const { file, world } = homeWith(LAYOUTS["two spaces"]);
    await elision(["setup", "claude-code", "--yes"], world);
    const changed = readFileSync(file, "utf8").replace('"opus"', '"sonnet"');
    writeFileSync(file, changed);
    await elision(["setup", "claude-code", "--remove", "--yes"], world);
    expect(readFileSync(file, "utf8")).toBe(
      (LAYOUTS["two spaces"] ?? "").replace('"opus"', '"sonnet"'),
    );
  });

  it("takes back what it added to any settings, without a record of them", async () => {
    const item = fc.record({
      hooks: fc.array(fc.record({ type: fc.constant("command"), command: fc.string() })),
    });
    const settings = fc.record(
      {
        model: fc.string(),
        hooks: fc.dictionary(
          fc.constantFrom("PreCompact", "SessionEnd", "Stop"),
          fc.array(item, { minLength: 1 }),
          {
            minKeys: 1,
          },
        ),
        env: fc.dictionary(fc.string(), fc.string()),
      },
      { requiredKeys: [] },
    );
    const file = join(folderWith(), "settings.json");
    const world = { env: { XDG_DATA_HOME: undefined, HOME: undefined } };
    await fc.assert(
      fc.asyncProperty(settings, fc.constantFrom(undefined, 2, 3, "\t"), async (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        writeFileSync(file, text);
        const setup = ["setup", "claude-code", "--yes", "--settings", file];
        expect((await elision(setup, world)).exitCode).toBe(0);
        expect(JSON.parse(readFileSync(file, "utf8")).hooks.SessionEnd.at(-1)).toEqual(HOOK);
        expect((await elision([...setup, "--remove"], world)).exitCode).toBe(0);
        if (Object.keys(value).length > 0) expect(readFileSync(file, "utf8")).toBe(text);
      }),
      { numRuns: runs(500) },
    );
  });

  it("shows the change, and makes it only when asked to", async () => {
    const { file, world } = homeWith('{\n  "model": "opus"\n}\n');
    const before = readFileSync(file);
    for (const [more, exitCode] of [
      [{}, 2],
      [{ stdin: "" }, 2],
      [{ terminal: true, stdin: "y\n" }, 2],
    ] as const) {
      const shown = await elision(["setup", "claude-code"], { ...world, ...more });
      expect(shown.exitCode).toBe(exitCode);
      expect(shown.stdout).toContain('-  "model": "opus"\n+  "model": "opus",\n+  "hooks": {\n');
      expect(shown.stderr).toContain("nothing was changed");
      expect(readFileSync(file).equals(before)).toBe(true);
    }
  });

  it("keeps the mode of the settings, and its record for their owner alone", async () => {
    const { file, world } = homeWith("{}\n");
    chmodSync(file, 0o640);
    await elision(["setup", "claude-code", "--yes"], world);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    const record = join(file, "../../.local/share/elision/setup/claude-code.json");
    expect(statSync(record).mode & 0o777).toBe(0o600);
    await elision(["setup", "claude-code", "--remove", "--yes"], world);
    expect(existsSync(record)).toBe(false);
  });

  it.each([
    ['{\n  "hooks": {]\n}', ':2:13: expected a key in double quotes or "}" (got "]")'],
    ['{"hooks": []}', "hooks of a shape that elision does not know"],
    ['{"hooks": {"SessionEnd": {}}}', "hooks of a shape that elision does not know"],
    ["[]", "hooks of a shape that elision does not know"],
  ])("refuses %s", async (text, message) => {
    const { file, world } = homeWith(text);
    const { stdout, stderr, exitCode } = await elision(["setup", "claude-code", "--yes"], world);
    expect([stdout, exitCode]).toEqual(["", 2]);
    expect(stderr).toContain(message);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it("refuses another setting of its own, and other agents", async () => {
    const { file, world } = homeWith("{}");
    await elision(["setup", "claude-code", "--yes"], world);
    const before = readFileSync(file, "utf8");
    const other = await elision(["setup", "claude-code", "--compact-ended", "--yes"], world);
    expect(other.exitCode).toBe(2);
    expect(other.stderr).toContain("elision setup claude-code --remove");
    expect(readFileSync(file, "utf8")).toBe(before);
    expect((await elision(["setup", "codex"], world)).stderr).toContain("setup takes one agent");
  });
});
