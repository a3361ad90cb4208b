/** What the kernel says of signs of errors, against the expressions that look for them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Kernel } from "../../../src/json/kernel/kernel.ts";
import { encodeString } from "../../../src/json/splice/encode.ts";
import { TapeTree } from "../../../src/json/tape/tape-tree.ts";
import { showsError } from "../../../src/transcript/model/error-signs.ts";
import { EXIT_CHARS, exitOf } from "../../../src/transcript/model/exit.ts";
import { anyCodePoint } from "../../support/code-points.ts";
import { runs } from "../../support/runs.ts";

const kernel = new Kernel({ windowBytes: 1 << 16, tapeTokens: 1 << 8 });
const ROOM = 402;

/** The tree of a string in the kernel's memory. */
function treeOf(json: string): TapeTree {
  const bytes = Buffer.from(json);
  const start = kernel.windowStart;
  bytes.copy(kernel.bytes, start);
  kernel.bytes[start + bytes.length] = 0x0a;
  expect(kernel.scanLine(start, start + bytes.length + 1)).toBe(1);
  return new TapeTree(kernel.bytes, kernel.tape, kernel);
}

/** Whether the expressions find a sign where the kernel says there is certainly none. */
function isMissed(json: string): boolean {
  const tree = treeOf(json);
  const [head, tail] = [tree.bytesExcerpt(0, ROOM), tree.bytesExcerpt(0, -ROOM)];
  return showsError(head, tail, () => tree.text(0)) && !tree.mayShowError(0, ROOM);
}

const signs = fc.constantFrom(
  "Traceback (most recent call last):",
  "json.decoder.JSONDecodeError: Expecting",
  "java.lang.IllegalStateException: closed",
  "error[E0308]: mismatched",
  "Uncaught Error: boom",
  "Unhandled error: boom",
  ...["ERROR: x", "fatal: x", "panic: x", "FATAL: x", "npm ERR! x", "npm error x", "error: x"],
  ...[
    "<tool_use_error>",
    "<tool_error>",
    "<returncode>1</returncode>",
    ...["returncode: 1", "returncode: 0", "returncode: -1", "returncode: 0_1"],
    "Exit code: 1",
    "exit status 3",
  ],
  ...["Exit code: 0", "exit code 00", "Exit Code 0x", "exit status -0", "exited with code 0_1"],
  ...["Exit code: ", "Process exited with code 0", "Process exited with code -1"],
  ...["Process exited with code 1", "exited with code 137", "Command failed with exit code 1"],
  ...["[Command finished with exit code 1]", "[The command completed with exit code 2.]"],
  ...["bash: foo: command not found", "/bin/sh: 1: foo: not found", "zsh: permission denied: ./x"],
  ...["connect_error", "Command timed out", "Request timed out", "Segmentation fault"],
  ...["ls: x: No such file or directory", "cat: x: Permission denied", "x: command not found"],
  ...[
    "Error executing tool: x",
    "Error invoking tool 'x' with",
    "An error occurred while running the tool.",
  ],
  ...["curl: (7) Connection refused", "dial: connect: connection timed out"],
  ...["AssertionError", "a.b.FooException", '{"error": "x"}', '{"status": "error"}'],
);
const breaks = fc.constantFrom("\n", "\r\n", "\r", "\u2028", "\u2029", "\n\n", "");
const other = fc.oneof(
  fc.string({ unit: anyCodePoint, maxLength: 30 }),
  fc.constantFrom(
    "x".repeat(90),
    "é".repeat(60),
    "0123456789abcdef".repeat(20),
    "\\n",
    "\\",
    '"',
    "  ",
  ),
  fc.constantFrom(
    ...[..."\u00a0\u1680\u2003\u202f\u205f\u3000\ufeff\u3042\u00e0"],
    "plain words and an error in them",
    "日本語".repeat(40),
    "\u2029".repeat(3),
    "C:\\new\\r",
  ),
);
const texts = fc
  .array(fc.oneof({ weight: 2, arbitrary: signs }, { weight: 3, arbitrary: breaks }, other), {
    maxLength: 24,
  })
  .map((parts) => parts.join(""));

/** JSON as tools answer it: objects that may say that they are errors, cut off now and then. */
const member = fc
  .tuple(
    fc.constantFrom(
      ...["error", "status", "is_error", "isError", "errors", "s", "\\u0065rror", 'a"'],
      ...["success", "exit_code", "exitCode", "returncode", "return_code", "returnCode", "exit"],
    ),
    fc.constantFrom("", " ", "\n\t ", "\r\n"),
    fc.constantFrom(
      ...["null", "false", "true", "0", "1", '""', "{}", "[]", '{"a":1}'],
      ...["-1", "127", "0.5", "0.1e1", "-0", "1.0"],
      ...['"error"', '"ok"', '"\\u0065rror"', '"no \\"error\\": x"', "nul", '"errors"'],
    ),
  )
  .map(([key, space, value]) => `${space}"${key}"${space}:${space}${value}`);
const objects = fc
  .tuple(
    fc.constantFrom("", " ", "\n", "\u00a0"),
    fc.array(member, { minLength: 1, maxLength: 6 }),
    fc.constantFrom("", "x".repeat(900), "é ".repeat(9000)),
    fc.boolean(),
  )
  .map(([space, members, padding, isTorn]) => {
    const json = `${space}{${members.join(",")},"p":"${padding}"}`;
    return isTorn ? json.slice(0, -1) : json;
  });

/** Ways to write a string that some writers have. */
const writings = fc.constantFrom<(text: string) => string>(
  (text) => encodeString(text, { ascii: false }),
  (text) => encodeString(text, { ascii: true }),
  (text) =>
    encodeString(text, { ascii: true }).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e"),
  (text) => encodeString(text, { ascii: false }).replaceAll("/", "\\/"),
  (text) =>
    encodeString(text, { ascii: true }).replaceAll(":", "\\u003a").replaceAll(" ", "\\u0020"),
  (text) =>
    encodeString(text, { ascii: false }).replace(/\\(.)/g, (all, c) =>
      c === '"' ? "\\u0022" : all,
    ),
  (text) => encodeString(text, { ascii: true }).replace(/(?<!\\)r/g, "\\u0072"),
);

describe("a string that certainly shows no error", () => {
  it("has no sign, however it is written", () => {
    fc.assert(
      fc.property(texts, writings, (text, write) => !isMissed(write(text))),
      { numRuns: runs(30_000), endOnFailure: true },
    );
  });

  it("is no object that says that it is an error", () => {
    fc.assert(
      fc.property(objects, writings, (text, write) => !isMissed(write(text))),
      { numRuns: runs(30_000), endOnFailure: true },
    );
  });

  it("has none at any distance from its ends", () => {
    const near = fc.tuple(signs, breaks, fc.nat(420), fc.nat(900), fc.boolean());
    fc.assert(
      fc.property(near, writings, ([sign, line, before, after, isSpaced], write) => {
        const filler = isSpaced ? "some words, " : "dead beef é ";
        const pad = (length: number) => filler.repeat(80).slice(0, length);
        for (const text of [
          `${pad(before)}${line}${sign}${line}${pad(after)}`,
          `${pad(after)}${line}${sign}${line}${pad(before)}`,
        ])
          expect(isMissed(write(text))).toBe(false);
      }),
      { numRuns: runs(10_000), endOnFailure: true },
    );
  });

  it("is what most output is", () => {
    const plain = [
      "total 28\ndrwxr-xr-x 5 dev dev 4096 Mar 4 09:12 .\n".repeat(30),
      "def f(x):\n    raise ValueError('bad')\n\nexcept KeyError as error:\n    pass\n",
      "src/base/errors.ts:12:export class ElisionError extends Error {\n".repeat(4),
      "0 errors, 0 warnings",
      "Exit code: 0\nWall time: 0.1 seconds\nOutput:\nfine\n",
      "Chunk ID: 3a\nProcess exited with code 0\nOutput:\nexit status 0\n",
      "日本語の長い文章です。".repeat(60),
      "Вывод команды и журнал".repeat(60),
      "what was found\nwhat is used\nits history\nwhat came out\n".repeat(9),
      "render cache session user line error",
      "日本語の長い文章です。\nrequest handler error\n",
    ];
    const flight = { status: "delayed", error: null, is_error: false, cities: ["\\n"] };
    plain.push(JSON.stringify({ stdout: "fine", success: true, exit_code: 0, returncode: 0 }));
    plain.push("stdout: fine\nstderr: \nreturncode: 0");
    plain.push(JSON.stringify({ flights: Array.from({ length: 30 }, () => flight) }, null, 2));
    for (const text of plain)
      for (const ascii of [false, true]) {
        const tree = treeOf(encodeString(text, { ascii }));
        expect(tree.mayShowError(0, ROOM)).toBe(false);
      }
  });
});

it.each([
  ["is ASCII", "日本語の長い文章です。", 3, false],
  ["is ASCII, spelled out", "日本語の長い文章です。", 6, true],
  ["is in the basic plane, spelled out", "😀🎉", 6, true],
])("looks at a few bytes of a text of which none %s", (_, text, bytes, ascii) => {
  const tree = treeOf(encodeString(text.repeat(1000), { ascii }));
  for (const room of [ROOM, -ROOM]) {
    const excerpt = tree.bytesExcerpt(0, room);
    expect(excerpt.length).toBeLessThanOrEqual(ROOM / bytes + 2);
    expect(excerpt).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
  }
});

describe("a string that certainly names no exit code", () => {
  /** Whether the expressions find a code where the kernel says there is certainly none. */
  function isMissed(json: string): boolean {
    const tree = treeOf(json);
    const outcome = exitOf({ excerpt: (count) => tree.excerpt(0, count), isError: () => false });
    return outcome !== "ok" && !tree.mayNameCode(0, EXIT_CHARS);
  }

  const codes = fc.constantFrom(
    ...["Exit code: 3", "exit status 3", "Process exited with code 2", "EXIT CODE: 9"],
    ...["<returncode>7</returncode>", "[The command completed with exit code 1.]"],
    ...["Command failed with exit code 4", '{"exit_code":1}', "exit code 0", "Exit code: 00"],
    ...['{"exit_code" :\n 2}', '{"exitcode":\u00a05}', "exit code -1", "exit code 0_1", "exit 3"],
    ...['{"returncode":3}', '{"return_code": 4}', '{"returnCode":5}', "returncode: 6"],
    ...["Exit code: 0\nexit code 5", "exit code 0\u00e9", "exit code 07", "exit\nexit code 2"],
    ...["<returncode>0</returncode>", '{"exit_code": 0, "x": "exit code 9"}', "exit code 0.5"],
  );

  it("names none, however it is written and wherever it would be", () => {
    const parts = fc.tuple(fc.nat(500), breaks, codes, breaks, fc.nat(3000));
    const fillers = fc.constantFrom("dead beef é ", "日本語", '\\"\n', "plain words ");
    fc.assert(
      fc.property(parts, fillers, writings, ([before, line, code, end, after], filler, write) => {
        const pad = (length: number) => filler.repeat(length).slice(0, length);
        const texts = [
          `${pad(before)}${line}${code}${end}${pad(after)}`,
          `${pad(after)}${line}${code}${end}${pad(before)}`,
        ];
        return texts.every((text) => !isMissed(write(text)));
      }),
      { numRuns: runs(10_000), endOnFailure: true },
    );
  });

  it("is what most output is, and what names a code is not", () => {
    const tree = treeOf(encodeString("-rw-r--r-- 1 dev index.ts\n".repeat(90), { ascii: false }));
    expect(tree.mayNameCode(0, EXIT_CHARS)).toBe(false);
    expect(treeOf('"Exit code: 3"').mayNameCode(0, EXIT_CHARS)).toBe(true);
    expect(treeOf('"<returncode>3</returncode>"').mayNameCode(0, EXIT_CHARS)).toBe(true);
    expect(treeOf('"Exit code: 0\\nWall time: 3 s"').mayNameCode(0, EXIT_CHARS)).toBe(false);
    expect(treeOf('"Process exited with code 0"').mayNameCode(0, EXIT_CHARS)).toBe(false);
    const far = encodeString(`${"a".repeat(9000)}exit${"b".repeat(9000)}`, { ascii: false });
    expect(treeOf(far).mayNameCode(0, EXIT_CHARS)).toBe(false);
  });
});
