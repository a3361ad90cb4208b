/** The kernel's line of a call's arguments, against the one that is made by parsing them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Kernel } from "../../../src/json/kernel/kernel.ts";
import { encodeString } from "../../../src/json/splice/encode.ts";
import { TapeTree } from "../../../src/json/tape/tape-tree.ts";
import { argumentWords, MAX_ARGUMENT } from "../../../src/reduce/placeholders/call-words.ts";
import { MAIN_KEYS } from "../../../src/reduce/texts/main-arguments.ts";
import { runs } from "../../support/runs.ts";

const kernel = new Kernel({ windowBytes: 1 << 16, tapeTokens: 1 << 12 });

/** The kernel's line of a value, and the text that the value is. */
function lineOf(json: string): { readonly line: string | undefined; readonly text: string } {
  const bytes = Buffer.from(json);
  const start = kernel.windowStart;
  bytes.copy(kernel.bytes, start);
  expect(kernel.scanWhole(start, start + bytes.length)).toBe(true);
  const tree = new TapeTree(kernel.bytes, kernel.tape, kernel);
  const line = tree.lineOfArguments(0, { mainKeys: MAIN_KEYS, max: MAX_ARGUMENT });
  return { line, text: tree.text(0) };
}

const piece = fc.constantFrom(
  ...["npm test", " ", "  ", "\n", "\t", '"', "\\", "\\n", "/", "src/a.ts", "x".repeat(57)],
  ...["é", "\u0001", "\u001c", "\u00a0", "\u{1f600}", "…", "a b  c", "{", "}", "[]", ":", ","],
);
const words = fc
  .oneof(
    { weight: 3, arbitrary: fc.array(piece, { maxLength: 6 }) },
    fc.array(fc.string({ unit: "grapheme", maxLength: 30 }), { maxLength: 3 }),
  )
  .map((parts) => parts.join(""));
const key = fc.constantFrom(
  ...["path", "file_path", "filePath", "FILE_PATH", "__path", "cmd", "command", "Command"],
  ...["workdir", "timeout", "n", "", "é", "pa\nth", "notebook_path", "a_key_of_many_letters"],
  ...["Kpath", "query", "\u212aey", "__proto__", "0"],
);
const value = fc.oneof(
  { weight: 4, arbitrary: words },
  fc.array(words, { maxLength: 4 }),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(0, -1, 1.5e30, null, true, false, "", [], {}, [""], ["", ""], [["a"]]),
);
/** Arguments as JSON, members as they come: keys may return. */
const object = fc
  .tuple(
    fc.array(fc.tuple(key, value), { maxLength: 5 }),
    fc.constantFrom("", " ", "\n  ", "\t", "\r\n"),
  )
  .map(([members, space]) => {
    const inner = members.map(
      ([name, each]) => `${space}${JSON.stringify(name)}:${space}${JSON.stringify(each)}`,
    );
    return `{${inner.join(`${space},`)}${space}}`;
  });
const text = fc.oneof(
  { weight: 4, arbitrary: object },
  words,
  fc.tuple(object, words).map(([json, more]) => json + more),
  fc.tuple(object, fc.nat()).map(([json, at]) => json.slice(0, at % (json.length + 1))),
  fc.constantFrom("null", "12", '"ls"', '["ls"]', "", " ", '{"cmd":01}', '{"cmd":"\\x"}', "{}"),
);

/** A text as a JSON string, in several spellings. */
const writings = fc.constantFrom(
  (args: string) => encodeString(args, { ascii: false }),
  (args: string) => encodeString(args, { ascii: true }),
  (args: string) =>
    `"${[...args].map((each, k) => (k % 5 === 3 ? inDigits(each) : bare(each))).join("")}"`,
);

const bare = (character: string) => encodeString(character, { ascii: false }).slice(1, -1);
const inDigits = (character: string) =>
  character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

describe("the kernel's line of arguments", () => {
  const settings = { numRuns: runs(5000), endOnFailure: true };

  it("is what parsing them gives, of arguments in a string", () => {
    fc.assert(
      fc.property(text, writings, (args, write) => {
        const { line } = lineOf(write(args));
        if (line !== undefined) expect(line).toBe(argumentWords(args));
      }),
      settings,
    );
  });

  it("is what parsing them gives, of arguments that are an object", () => {
    fc.assert(
      fc.property(object, (json) => {
        const { line, text } = lineOf(json);
        if (line !== undefined) expect(line).toBe(argumentWords(text));
      }),
      settings,
    );
  });

  it("is there of what agents ask for", () => {
    const asked = [
      {
        command: ["bash", "-lc", "grep -n 'a \"b\"' src/*.ts | head"],
        workdir: "/tmp",
        timeout: 10,
      },
      { file_path: "/home/dev/project/src/index.ts", content: "const é = 1;\n".repeat(200) },
      { cmd: "cat <<'EOF' > a.txt\n  one\n\ttwo\nEOF" },
      { reservation_id: "ABC123", insurance: "no", payment: [{ id: "card_1", amount: -1.5 }] },
      { path: "", query: "a".repeat(100) },
      {},
    ];
    for (const args of asked) {
      const json = JSON.stringify(args);
      const expected = argumentWords(json);
      expect(lineOf(JSON.stringify(json)).line).toBe(expected);
      expect(lineOf(json).line).toBe(expected);
    }
    const patch = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-one\n+two\n*** End Patch";
    expect(lineOf(JSON.stringify(patch)).line).toBe(argumentWords(patch));
  });
});
