/** Formats that are handed to the library. */
import { describe, expect, it } from "vitest";
import { arrangeThreads } from "../../src/formats/arrange/arrange-threads.ts";
import {
  check,
  compact,
  compactStream,
  compare,
  type Format,
  inspect,
  restore,
} from "../../src/index.ts";
import { memoryArchive } from "../support/memory-archive.ts";
import { acmeFormat, acmeRow } from "../support/own-format.ts";

const acme = await acmeFormat();
const BYTES = Buffer.from(acmeRow(14) + acmeRow(12));

describe("a format of your own", () => {
  it("is found by content, and is no other's without it", () => {
    expect(() => compact(BYTES)).toThrow("no transcript of a known format");
    const { bytes, transcripts } = compact(BYTES, { formats: [acme], preserveRecentRawTurns: 2 });
    expect(transcripts.map(({ format, maskedCount }) => [format, maskedCount])).toEqual([
      ["acme", 12],
      ["acme", 10],
    ]);
    const rows = Buffer.from(bytes).toString().trim().split("\n");
    const last = JSON.parse(rows[1] ?? "").steps.at(-1);
    expect(last).toEqual({ say: "Step 11.", run: "ls", got: "11:".padEnd(300, "x") });
  });

  it.each([{ format: acme }, { formats: [acme] }, { format: acme, formats: [acme] }])(
    "is read by every function: %#",
    async (options) => {
      expect(check(BYTES, options)).toEqual({ findings: [], transcripts: 2 });
      expect(inspect(BYTES, options).transcripts.map(({ format }) => format)).toEqual([
        "acme",
        "acme",
      ]);
      const compared = compare(BYTES, { ...options, windows: [3], every: [1] });
      expect(compared.transcripts.map(({ format }) => format)).toEqual(["acme", "acme"]);
      const archive = memoryArchive();
      const whole = compact(BYTES, options);
      const { bytes } = compact(BYTES, { ...options, archive });
      expect(bytes.length).toBeLessThan(BYTES.length);
      expect(Buffer.from(restore(bytes, { ...options, archive }).bytes).equals(BYTES)).toBe(true);
      const stream = compactStream(options);
      stream.end(BYTES);
      const pieces: Buffer[] = [];
      for await (const piece of stream) pieces.push(piece as Buffer);
      expect(Buffer.concat(pieces).equals(whole.bytes)).toBe(true);
    },
  );

  it("may have several conversations in a record, that it arranges", () => {
    const halves: Format = {
      ...acme,
      orderedMarks: [],
      arrange: arrangeThreads,
      read(tree, record, into) {
        let k = 0;
        const message: typeof into.message = (role, unit, about) => {
          const thread = k++ < 20 ? "first half" : "second half";
          into.message(role, unit, { ...about, thread });
        };
        acme.read(tree, record, Object.assign(Object.create(into), { message }));
      },
    };
    const { transcripts } = compact(BYTES, { formats: [halves], preserveRecentRawTurns: 2 });
    expect(transcripts.map(({ maskedCount }) => maskedCount)).toEqual([8, 3, 8, 1]);
  });

  it("leaves the others as they are", () => {
    const chat = Buffer.from('{"messages":[{"role":"user","content":"Hi."}]}\n');
    const own = compact(chat, { formats: [acme] });
    expect(own.transcripts).toEqual(compact(chat).transcripts);
    expect(() => compact(chat, { format: acme })).toThrow(
      "expected acme, the format that you named (got none)",
    );
    expect(compact(BYTES, { formats: [acme], format: "acme" as "atif" }).transcripts).toHaveLength(
      2,
    );
  });
});

describe("a format that is none", () => {
  const { name: _, ...nameless } = acme;
  const without = (member: keyof Format) => {
    const { [member]: _, ...rest } = acme;
    return rest;
  };
  const REQUIRED = [
    "writtenBy",
    "layouts",
    "evidence",
    "keys",
    "kindOf",
    "read",
    "dropping",
  ] as const;

  it.each(REQUIRED)("is refused with the member that is missing: %s", (member) => {
    const act = () => compact(BYTES, { format: without(member) as Format });
    expect(act).toThrow(`format "acme": "${member}" is missing`);
    expect(act).toThrow(expect.objectContaining({ name: "ElisionError", code: "bad-format" }));
    expect(() => inspect(BYTES, { formats: [without(member) as Format] })).toThrow(
      `formats "acme": "${member}" is missing`,
    );
  });

  it.each<[unknown, string]>([
    [nameless, 'format: "name" is missing: a name such as kimi-cli'],
    [{ ...acme, name: "Acme Inc" }, 'format "Acme Inc": name: expected a name such as kimi-cli'],
    [
      { ...acme, evidence: "hunch" },
      'evidence: expected one of envelope, keys, blocks, texts, chat (got "hunch")',
    ],
    [{ ...acme, layouts: [] }, "layouts: expected an array of lines, rows, document"],
    [
      { ...acme, keys: [{ al: ["acme"] }] },
      "keys: expected an array of objects with all, any, none",
    ],
    [{ ...acme, read: "steps" }, 'read: expected a function (got "steps")'],
    [{ ...acme, detect: true }, "detect: expected a function (got true)"],
    [{ ...acme, dropping: "remove" }, '"message" is missing: dropping "remove" writes a summary'],
    [{ ...acme, name: "codex" }, 'the name "codex" is taken'],
    [{}, '"name" is missing'],
  ])("is refused: %#", (format, message) => {
    expect(() => compact(BYTES, { format: format as Format })).toThrow(message);
  });

  it("is refused in a list of formats, where two have one name as well", () => {
    expect(() => check(BYTES, { formats: [acme, { ...acme }] })).toThrow(
      'formats: the name "acme" is taken',
    );
    expect(() => check(BYTES, { formats: [7 as never] })).toThrow(
      "formats: expected a format (got 7)",
    );
    expect(() => check(BYTES, { formats: acme as never })).toThrow(
      "formats: expected a list of formats",
    );
  });
});

describe("a format that fails", () => {
  const fail = () => {
    throw new TypeError("no such thing");
  };
  it.each<[keyof Format, Partial<Format>]>([
    ["detect", { detect: fail }],
    ["kindOf", { kindOf: fail }],
    ["read", { read: fail }],
    ["arrange", { arrange: fail }],
  ])("is named, with where it threw: %s", (member, broken) => {
    expect(() => compact(BYTES, { formats: [{ ...acme, ...broken }] })).toThrow(
      expect.objectContaining({
        name: "ElisionError",
        code: "format-failed",
        message: `the format acme threw in ${member}: TypeError: no such thing`,
      }),
    );
  });

  it("is named in a check", () => {
    const format: Format = {
      ...acme,
      *check() {
        yield* [];
        fail();
      },
    };
    expect(() => check(BYTES, { format })).toThrow("the format acme threw in check: TypeError");
  });

  it("is refused where it leaves tool results unread", () => {
    const blind: Format = {
      ...acme,
      name: "blind",
      keys: [{ messages: ["role"] }],
      kindOf: () => "conversation",
      read(tree, record, into) {
        for (const message of tree.items(tree.get(record, "messages"))) {
          into.message("user", message);
          into.part({ kind: "text" }, tree.get(message, "content"));
        }
      },
    };
    const call = { id: "a", type: "function", function: { name: "f", arguments: "{}" } };
    const messages = [
      { role: "user", content: "Go." },
      { role: "assistant", content: "", tool_calls: [call] },
      { role: "tool", tool_call_id: "a", content: "found" },
    ];
    const bytes = Buffer.from(`${JSON.stringify({ messages })}\n`);
    expect(() => compact(bytes, { format: blind })).toThrow(
      "blind, the format that you named, does not read its tool results",
    );
    expect(compact(bytes, { formats: [blind] }).transcripts[0]?.format).toBe("openai-chat");
  });
});
