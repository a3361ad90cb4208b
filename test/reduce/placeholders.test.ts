import { describe, expect, it } from "vitest";
import { ElisionError } from "../../src/base/errors.ts";
import { argumentWords, callWords, MAX_CALL } from "../../src/reduce/placeholders/call-words.ts";
import { maskDispatch } from "../../src/reduce/placeholders/dispatch.ts";
import { placeholderTest } from "../../src/reduce/placeholders/recognise-placeholder.ts";
import {
  DEFAULT_PLACEHOLDER,
  DEFAULT_WITH_CALL,
  DEFAULT_WITH_REF,
  type FieldValues,
  parseTemplate,
  renderClipped,
  renderTemplate,
  renderWorth,
} from "../../src/reduce/placeholders/template.ts";
import { recognised } from "../../src/reduce/placeholders/template-pattern.ts";
import { clipText } from "../../src/reduce/texts/clip.ts";
import { textsAfter } from "../support/masked-by.ts";
import { used } from "../support/plain-transcript.ts";

describe("clipText", () => {
  it.each([
    ["nothing for zero", "abcdef", 0, ""],
    ["nothing for less", "abcdef", -1, ""],
    ["what fits whole", "abcdef", 6, "abcdef"],
    ["the start alone up to three", "abcdef", 3, "abc"],
    ["the start and dots from four on", "abcdef", 5, "ab..."],
    ["no half of a pair", "a\ud83d\ude00bcdef", 5, "a..."],
    ["no half of a pair without dots", "a\ud83d\ude00", 2, "a"],
  ])("gives %s", (_, text, max, expected) => {
    expect(clipText(text, max)).toBe(expected);
  });
});

function isPlaceholder(text: string, template = DEFAULT_PLACEHOLDER, limit?: number): boolean {
  return placeholderTest(
    parseTemplate(template),
    limit,
  )({
    chars: text.length,
    text: () => text,
    excerpt: (count) => (count < 0 ? text.slice(count) : text.slice(0, count)),
    includes: (part) => text.includes(part),
    mayBeginWith: (code) => text.charCodeAt(0) === code,
    mayEndWith: (code) => text.charCodeAt(text.length - 1) === code,
  });
}

describe("what is masked already", () => {
  it.each([
    ["the default placeholder", "[observation masked — 4200 chars]"],
    ["a head and the placeholder", "first lines\n[observation masked — 4200 chars]"],
    ["a long head and the placeholder", `${"h".repeat(900)}\n[observation masked — 4200 chars]`],
    ["opencode's and Claude Code's", "[Old tool result content cleared]"],
    ["SWE-agent's", "Old environment output: (12 lines omitted)"],
    ["SWE-agent's with images", "Old environment output: (1 line omitted) (2 images omitted)"],
    ["OpenHands'", "<MASKED>"],
    [
      "Cline's",
      "[[NOTE] This file read has been removed to save space in the context window. Refer to the latest file read for the most up to date version of this file.]",
    ],
    ["Gemini CLI's", `<tool_output_masked>\n${"kept ".repeat(200)}\n</tool_output_masked>`],
    [
      "a dispatch result with our line",
      "[dispatch output masked — 99 chars]\nBEGIN_DISPATCH_RESULT\n{}\nEND_DISPATCH_RESULT",
    ],
    ["dispatch blocks alone", "BEGIN_DISPATCH_RESULT\n{}\nEND_DISPATCH_RESULT"],
  ])("is %s", (_, text) => {
    expect(isPlaceholder(text)).toBe(true);
  });

  it.each([
    ["nothing", ""],
    ["ordinary text", "total 12\ndrwxr-xr-x"],
    ["a placeholder with text after it", "[observation masked — 4200 chars] and more"],
    ["a placeholder in the middle of a line", "said [observation masked — 4200 chars]"],
    ["a long line that ends in one", `${"x".repeat(300)}[observation masked — 4200 chars]`],
    ["a placeholder without its number", "[observation masked — many chars]"],
    ["another tool's words within a text", "see: [Old tool result content cleared]"],
    ["a note of truncation", `${"x".repeat(100)}<response clipped><NOTE>the rest was cut</NOTE>`],
    ["a torn dispatch result", "BEGIN_DISPATCH_RESULT {"],
    ["a dispatch result with text outside", "log\nBEGIN_DISPATCH_RESULT\nEND_DISPATCH_RESULT"],
    ["Gemini's opening tag alone", "<tool_output_masked> and so on"],
  ])("is not %s", (_, text) => {
    expect(isPlaceholder(text)).toBe(false);
  });

  it("is a clipped placeholder, for a run with that limit", () => {
    expect(isPlaceholder("[observation ma...", undefined, 18)).toBe(true);
    expect(isPlaceholder("[ob", undefined, 3)).toBe(true);
    expect(isPlaceholder("[observation ma...", undefined, 40)).toBe(false);
    expect(isPlaceholder("[observation xy...", undefined, 18)).toBe(false);
  });

  it("is what a template with fields makes, whatever the fields hold", () => {
    const template = "({toolName}) output hidden, {lines} lines of turn {turn}, {callId}";
    const values = { toolName: "re(ad", callId: "a-b.c", turn: "3", lines: "17" };
    const fields = {
      originalLength: () => 9,
      toolName: () => values.toolName,
      callId: () => values.callId,
      turn: () => values.turn,
      lines: () => values.lines,
      original_chars: () => 9,
      tool_name: () => values.toolName,
      tool_call_id: () => values.callId,
      args: () => "",
      exit: () => "ok",
      call: () => values.toolName,
      chars: () => 9,
      ref: () => "3f9a2c71b04e",
    };
    const text = renderTemplate(parseTemplate(template), fields, undefined);
    expect(text).toBe("(re(ad) output hidden, 17 lines of turn 3, a-b.c");
    expect(isPlaceholder(text, template)).toBe(true);
  });
});

describe("a placeholder with a ref", () => {
  const REF = "3f9a2c71b04e";
  const clipped = (max: number, template = DEFAULT_WITH_REF) => {
    const values = new Proxy({} as never, {
      get: (_, field) => () => (field === "ref" ? REF : 4200),
    });
    return renderClipped(parseTemplate(template), max, { values, of: undefined });
  };

  it("is known to a run without an archive, and one without a ref to a run with one", () => {
    expect(isPlaceholder(`[observation masked — 4200 chars, ref ${REF}]`)).toBe(true);
    expect(isPlaceholder("head\n[observation masked — 4200 chars]", DEFAULT_WITH_REF)).toBe(true);
    expect(isPlaceholder(`[observation masked — 4200 chars, ref ${REF.slice(1)}]`)).toBe(false);
    expect(isPlaceholder(`[masked text — 4200 chars, ref ${REF}]`, "hidden: {lines}")).toBe(false);
  });

  it("loses the ref last when it is clipped", () => {
    expect(clipped(60)).toBe(`[observation masked — 4200 chars, ref ${REF}]`);
    expect(clipped(50)).toBe(`[observation masked — 4200 chars, ref ${REF}`);
    expect(clipped(40)).toBe(`[observation masked — 420...${REF}`);
    expect(clipped(13)).toBe(`[${REF}`);
    expect(clipped(12)).toBe(REF);
    expect(clipped(5)).toBe("3f9a2");
    expect(clipped(0)).toBe("");
    expect(clipped(30, "see {ref} for what was here before")).toBe(`see ${REF} for what w...`);
  });

  it("is known when it was clipped, whatever the limit", () => {
    for (let limit = 1; limit < 60; limit++) {
      const text = clipped(limit);
      expect(isPlaceholder(text, DEFAULT_WITH_REF, limit), text).toBe(true);
      if (limit > 12) expect(isPlaceholder(text, DEFAULT_PLACEHOLDER, limit), text).toBe(true);
    }
    expect(isPlaceholder("deadbee", DEFAULT_PLACEHOLDER, 7)).toBe(false);
  });
});

describe("a call in words", () => {
  it.each([
    ["bash", '{"command":"npm test"}', 'bash "npm test"'],
    ["bash", "", "bash"],
    ["Read", '{"file_path":"/a/b.ts","limit":3}', 'Read "/a/b.ts"'],
    ["bash", '{"command":"a\\n\\tb"}', 'bash "a b"'],
    [undefined, "", "unknown tool"],
    ["", '{"q":1}', 'unknown tool "{"q":1}"'],
    [
      "t".repeat(50),
      JSON.stringify({ path: "p".repeat(99) }),
      `${"t".repeat(37)}... "${"p".repeat(57)}..."`,
    ],
  ])("has its tool and its argument: %s %s", (tool, args, words) => {
    expect(callWords(tool, argumentWords(args))).toBe(words);
    expect(words.length).toBeLessThanOrEqual(MAX_CALL);
  });
});

describe("the placeholder with its call", () => {
  const values = new Proxy({} as FieldValues<undefined>, {
    get: (_, field) => () =>
      ({ call: 'bash "npm test"', exit: "exit 1", chars: "4,200", ref: "3f9a2c71b04e" })[
        String(field)
      ] ?? 4200,
  });
  const text = (chars: number) =>
    renderWorth(parseTemplate(DEFAULT_WITH_CALL), values, { of: undefined, chars, minGain: 32 });

  it("says what was run, how it ended and how to have it again", () => {
    expect(text(4200)).toBe(
      '[old tool result: bash "npm test" — exit 1, 4,200 chars; elision show 3f9a2c71b04e]',
    );
  });

  it("gives way to the shorter one where it saves too little", () => {
    expect(text(115)).toContain("old tool result");
    expect(text(114)).toBe("[observation masked — 4200 chars, ref 3f9a2c71b04e]");
  });
});

describe("templates", () => {
  const render = (template: string, value: string) => {
    const fields = {
      originalLength: () => value,
      toolName: () => value,
      callId: () => value,
      turn: () => value,
      lines: () => value,
      original_chars: () => value,
      tool_name: () => value,
      tool_call_id: () => value,
      args: () => value,
      exit: () => value,
      call: () => value,
      chars: () => value,
      ref: () => value,
    };
    return renderTemplate(parseTemplate(template), fields, undefined);
  };

  it("clip what comes from the transcript, and put it on one line", () => {
    expect(render("output of {toolName}", "t".repeat(99))).toBe(`output of ${"t".repeat(37)}...`);
    expect(render("output of {callId}", "c".repeat(99))).toBe(`output of ${"c".repeat(61)}...`);
    expect(render("output of {args}", "c".repeat(99))).toBe(`output of ${"c".repeat(77)}...`);
    expect(render("output of {toolName}", "a\n b")).toBe("output of a b");
  });

  it.each([
    ["an unknown field", "masked output {size}", "{size}"],
    ["too little literal text", "[{turn}] {lines}", "8 literal characters"],
    ["no text at all", "", "8 literal characters"],
  ])("refuse %s, and show it", (_, template, expected) => {
    expect(() => parseTemplate(template)).toThrow(ElisionError);
    expect(() => parseTemplate(template)).toThrow(expected);
    expect(() => parseTemplate(template, "note")).toThrow("note");
  });

  it("are taken apart once, since patterns are made of them", () => {
    const template = "omitted: {lines} lines";
    expect(parseTemplate(template)).toBe(parseTemplate(template));
    expect(recognised(parseTemplate(DEFAULT_WITH_CALL))).toHaveLength(3);
    expect(recognised(parseTemplate(template))).toHaveLength(4);
  });
});

describe("dispatch results", () => {
  const block = (n: number) => `BEGIN_DISPATCH_RESULT\n{"n":${n}}\nEND_DISPATCH_RESULT`;

  it("keep every complete block, joined by a newline", () => {
    const text = `${"log ".repeat(30)}${block(1)} between ${block(2)}${" end".repeat(10)}`;
    const outside = text.length - block(1).length - block(2).length;
    expect(maskDispatch(text)).toBe(
      `[dispatch output masked — ${outside} chars]\n${block(1)}\n${block(2)}`,
    );
  });

  it("leave the line out where it would not be shorter than what it stands for", () => {
    expect(maskDispatch(`ok\n${block(1)}\n`)).toBe(block(1));
  });

  it("count an unterminated block as ordinary text", () => {
    expect(maskDispatch(`${block(1)}BEGIN_DISPATCH_RESULT torn and long enough to be masked`)).toBe(
      `[dispatch output masked — 55 chars]\n${block(1)}`,
    );
    expect(maskDispatch("BEGIN_DISPATCH_RESULT torn")).toBeUndefined();
    expect(maskDispatch("END_DISPATCH_RESULT BEGIN_DISPATCH_RESULT")).toBeUndefined();
  });

  it("are the same again once masked", () => {
    const once = maskDispatch(`${"log ".repeat(30)}${block(1)}`) ?? "";
    expect(maskDispatch(once)).toBe(once);
    const referred = maskDispatch(`${"log ".repeat(30)}${block(1)}`, "3f9a2c71b04e") ?? "";
    expect(referred).toBe(`[dispatch output masked — 120 chars, ref 3f9a2c71b04e]\n${block(1)}`);
    expect(maskDispatch(referred)).toBe(referred);
  });
});

it.each([
  ["a\nb\nc", 3],
  ["a\nb\nc\n", 3],
  ["a\r\nb\rc\r", 3],
  ["a\vb\fc\x1cd\x1de\x1ef\x85g\u2028h\u2029i", 9],
  ["\n\n", 2],
  ["a\u001fb\tc", 1],
])("counts the lines of %j as Python's splitlines: %i", (start, lines) => {
  const long = `${start}${"x".repeat(start.endsWith("\n") || start.endsWith("\r") ? 0 : 80)}`;
  const text = long.length > 80 ? long : `${"y".repeat(80)}${long}`;
  const session = [...used("bash", text)];
  const [after] = textsAfter(session, { placeholder: "Old output: ({lines} lines omitted)" });
  expect(after).toBe(`Old output: (${lines} lines omitted)`);
});
