/** No text of a file, of its name or of an argument acts on the terminal that messages are read on. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { folderWith } from "../../support/folder.ts";
import { runs } from "../../support/runs.ts";
import { elision } from "../../support/shell.ts";

/** A colour, a title, C1's own introducer, DEL and a mark that turns the direction round. */
const HOSTILE = "\u001b[31mred\u001b]0;title\u0007\u009b2J\u007f\u202egnp";
const SHOWN = "\\x1b[31mred\\x1b]0;title\\x07\\x9b2J\\x7f\\u202egnp";

/** Everything but line feeds that a terminal acts on. */
const ACTS =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

const ROW = `${JSON.stringify({
  messages: [
    { role: "user", content: "count" },
    ...["a", "b", "c"].flatMap((id) => [
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id, type: "function", function: { name: HOSTILE, arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: id, content: "bird ".repeat(100) },
    ]),
  ],
})}\n`;

describe("a message", () => {
  it.each<[string, readonly string[]]>([
    ["an unknown option", [`--${HOSTILE}`]],
    ["an option of a command", ["check", `--${HOSTILE}`]],
    ["a bad value", ["--window", HOSTILE]],
    ["a file that is not there", [HOSTILE]],
    ["a folder of an archive", ["show", "0123456789ab", "--archive", HOSTILE]],
    ["a state folder", ["snapshot", HOSTILE]],
  ])("shows the control characters of %s", async (_, argv) => {
    const { stderr, exitCode } = await elision(argv, { stdin: ROW });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(SHOWN);
    expect(stderr).not.toMatch(ACTS);
  });

  it("is one line, whatever an argument holds", async () => {
    const { stderr } = await elision(["--no-such\nelision: all is well"]);
    expect(stderr).toContain("'--no-such\\x0aelision: all is well'");
  });

  it("shows those of a reference that an archive has not", async () => {
    const dir = join(folderWith(), HOSTILE);
    mkdirSync(dir);
    const { stderr } = await elision(["show", "0123456789ab", "--archive", dir]);
    expect(stderr).toContain(SHOWN);
    expect(stderr).not.toMatch(ACTS);
  });

  it("shows those of any arguments, whatever they are taken for", async () => {
    const word = fc.oneof(
      fc.constantFrom("check", "inspect", "show", "replay", "archive", "ls", "--window", "-n"),
      fc.constantFrom("--report", "--format", "--model", "--keep-tool", "--", "config", "prices"),
      fc.string({ unit: fc.constantFrom("\u001b", "\u009b", "\r", "\u202e", "a", "-", "=", ":") }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 4 }), async (words) => {
        const { stderr } = await elision([...words, "-n"], { stdin: "" });
        expect(stderr).not.toMatch(ACTS);
      }),
      { numRuns: runs(150) },
    );
  });
});

describe("a report", () => {
  it.each<[string, readonly string[]]>([
    ["json", ["inspect", "--report", "json"]],
    ["ndjson", ["inspect", "--report", "ndjson"]],
    ["of what was decided", ["--explain", "--report", "json", "-n"]],
    ["of each row", ["--explain", "--report", "ndjson", "-n"]],
    ["of findings", ["check", "--report", "json"]],
    ["of requests", ["replay", "--json"]],
  ])("as %s has no character that a terminal acts on, and says the same", async (_, argv) => {
    const { stdout, stderr } = await elision(argv, { stdin: ROW });
    expect(`${stdout}${stderr}`).not.toMatch(ACTS);
    const escapes = JSON.stringify(HOSTILE)
      .slice(1, -1)
      .replace(
        /[\u007f-\u009f\u202e]/g,
        (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    if (argv[0] === "inspect" || argv[0] === "--explain")
      expect(`${stdout}${stderr}`).toContain(escapes);
  });
});
