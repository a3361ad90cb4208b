import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compact } from "../../../src/api/compact.ts";
import type { CompactOptions } from "../../../src/engine/edits/create-job.ts";
import { compactedRecord } from "../../support/compacted.ts";
import { detected } from "../../support/detected.ts";

const LONG = "12 | const total = 0;\n".repeat(10);

function text(words: string) {
  return { type: "text", text: words };
}

function fixture(name: string): Buffer {
  return readFileSync(new URL(`../../../fixtures/cline/${name}`, import.meta.url));
}

/** A task of the text protocol in which a tool answered in these blocks. */
function answered(...blocks: unknown[]) {
  return [
    { role: "user", content: [text("<task>go</task>")] },
    { role: "assistant", content: [text("<read_file><path>a.ts</path></read_file>")] },
    { role: "user", content: blocks },
    { role: "assistant", content: [text("Done.")] },
  ];
}

function masked(record: unknown, options: CompactOptions = {}) {
  const { after, transcripts } = compactedRecord(record, options);
  return { result: after, transcript: transcripts[0] };
}

describe("cline is found by", () => {
  const use = { type: "tool_use", id: "a", name: "f", input: {} };

  it("a session id, a version and messages", () => {
    expect(
      detected({ version: 1, sessionId: "s", messages: [{ role: "user", content: "go" }] }),
    ).toBe("cline");
  });

  it("these, with items of a later kind between the messages, but not by those alone", () => {
    const later = { kind: "later" };
    const session = (...messages: object[]) => ({ version: 1, sessionId: "s", messages });
    expect(detected(session({ role: "user", content: "go" }, later))).toBe("cline");
    expect(detected(session(later))).toBeUndefined();
    expect(detected(session({ role: "user", content: "go" }, { role: 1 }))).not.toBe("cline");
  });

  it("a time beside Anthropic blocks", () => {
    expect(detected([{ role: "assistant", content: [use], ts: 1 }])).toBe("cline");
    expect(detected([{ role: "assistant", content: [use] }])).toBe("anthropic");
  });

  it("the header of an answer", () => {
    expect(detected(answered(text("[read_file for 'a.ts'] Result:"), text("1 | a")))).toBe("cline");
    expect(detected(answered(text("[read_file for 'a.ts'] Outcome:"), text("1 | a")))).not.toBe(
      "cline",
    );
  });

  it("the header of the user's own answer, which is no tool's", () => {
    const asked = answered(text("[ask_followup_question for 'why?'] Result:"), text("So."));
    const { badLines, file, transcripts } = compact(Buffer.from(JSON.stringify(asked)));
    expect(transcripts).toMatchObject([{ format: "cline", maskedCount: 0 }]);
    expect(badLines).toEqual([]);
    expect(file).toMatchObject({ observations: 0, unreadResults: 0 });
  });

  it("nothing that Gemini CLI writes", () => {
    const chat = {
      sessionId: "s",
      projectHash: "h",
      version: 1,
      messages: [{ role: "user", content: "go" }],
    };
    expect(detected(chat)).not.toBe("cline");
  });
});

describe("the text protocol", () => {
  it("takes no header for the answer of the tool before it", () => {
    const silent = text(`[read_file for '${"a".repeat(80)}'] Result:`);
    const { result } = masked(answered(silent, silent, text(LONG)));
    expect(result[2].content[1]).toEqual(silent);
    expect(result[2].content[2].text).toMatch(/^\[observation masked/);
  });

  it("masks the text after a header, and neither the header nor what follows", () => {
    const header = text("[read_file for 'a.ts'] Result:");
    const details = text(`<environment_details>${LONG}</environment_details>`);
    const { result, transcript } = masked(answered(header, text(LONG), details));
    expect(result[2].content[0]).toEqual(header);
    expect(result[2].content[1].text).toMatch(/^\[observation masked/);
    expect(result[2].content[2]).toEqual(details);
    expect(transcript?.maskedCount).toBe(1);
  });

  it("knows the header of a command of several lines", () => {
    const header = text("[execute_command for 'ls\nls ..'] Result:");
    expect(masked(answered(header, text(LONG))).transcript?.maskedCount).toBe(1);
  });

  it.each([
    ["an answer to a question", "[ask_followup_question for 'which?'] Result:", LONG],
    ["feedback on the result", "[attempt_completion] Result:", LONG],
    ["a refusal", "[read_file for 'a.ts'] Result:", `The user denied this operation. ${LONG}`],
  ])("leaves the user's own words: %s", (_, header, words) => {
    const record = [
      ...answered(text("[read_file for 'a.ts'] Result:"), text("short")),
      { role: "user", content: [text(header), text(words)] },
    ];
    expect(masked(record).transcript?.maskedCount).toBe(0);
  });

  it("counts an answer as a tool turn, so that the window can hold it", () => {
    const bytes = fixture("api_conversation_history.json");
    const counts = [0, 1, 2, 6].map(
      (preserveRecentRawTurns) =>
        compact(bytes, { preserveRecentRawTurns, keepErrors: "none" }).transcripts[0]?.maskedCount,
    );
    expect(counts).toEqual([4, 3, 2, 0]);
  });

  it("puts the tool's name in the placeholder", () => {
    const record = answered(text("[read_file for 'a.ts'] Result:"), text(LONG));
    const { result } = masked(record, { placeholder: "[{toolName} was masked here]" });
    expect(result[2].content[1].text).toBe("[read_file was masked here]");
  });
});

describe("a session of the SDK", () => {
  const result = (content: unknown, more = {}) => ({
    version: 1,
    sessionId: "s",
    messages: [
      { role: "user", content: "go" },
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "editor", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content, ...more }] },
    ],
  });
  const contentOf = (record: { messages: { content: { content: unknown }[] }[] }) =>
    record.messages[2]?.content[0]?.content;

  it("keeps what was asked beside a result in JSON", () => {
    const json = JSON.stringify({ query: "edit:a.ts", result: LONG, success: true });
    const content = contentOf(masked(result(json)).result) as string;
    expect(JSON.parse(content)).toEqual({
      query: "edit:a.ts",
      result: expect.stringMatching(/^\[observation masked/),
      success: true,
    });
  });

  it("keeps a list of results a list", () => {
    const list = [
      { query: "a", result: LONG, success: true },
      { query: "b", result: LONG, success: true },
    ];
    expect(contentOf(masked(result(list)).result)).toEqual([
      { query: "a", result: expect.stringMatching(/^\[observation masked/), success: true },
    ]);
  });

  const picture = { type: "image", data: "iVBORw0KGgo=".repeat(30), mediaType: "image/png" };
  const read = (query: string) => ({
    query,
    result: [{ type: "text", text: "Successfully read image" }, picture],
    success: true,
  });

  it("masks a picture that was read, with what was said of it", () => {
    const { result: after, transcript } = masked(result([read("a.png")]));
    expect(transcript?.maskedCount).toBe(1);
    expect(contentOf(after)).toEqual([
      {
        query: "a.png",
        result: [{ type: "text", text: expect.stringMatching(/^\[observation masked/) }],
        success: true,
      },
    ]);
  });

  it("takes a picture out of a result with words next to it", () => {
    const list = [{ query: "a.ts", result: LONG, success: true }, read("a.png")];
    const { result: after, transcript } = masked(result(list));
    expect(transcript?.maskedCount).toBe(1);
    expect(JSON.stringify(after)).not.toContain("iVBORw0KGgo");
  });

  it("masks JSON that is no result of Cline's as a whole", () => {
    const json = JSON.stringify({ result: { rows: [LONG] } });
    expect(contentOf(masked(result(json)).result)).toMatch(/^\[observation masked/);
  });

  it("never masks a file that the user names", () => {
    const record = result("short");
    record.messages[0] = {
      role: "user",
      content: [{ type: "file", path: "a", content: LONG }] as never,
    };
    const { transcript, result: after } = masked(record);
    expect(after).toEqual(record);
    expect(transcript?.beforeChars).toBeGreaterThan(LONG.length);
  });
});

describe("Roo Code", () => {
  it("says of messages that a summary stands for that they are dead", () => {
    const [transcript] = compact(fixture("roo-condensed.json")).transcripts;
    expect(transcript?.deadMaskedCount).toBe(1);
  });
});

describe("an answer that begins with its header", () => {
  const READ = `[read_file for 'a.ts'] Result:\n${LONG}`;
  const RAN = `[execute_command for 'grep -c "'] Result:" a.ts\nls'] Result:\n${LONG}`;
  const use = (id: string, name: string) => ({ type: "tool_use", id, name, input: { path: id } });
  const task = (...blocks: unknown[]) => [
    { role: "user", content: [text("<task>go</task>")] },
    {
      role: "assistant",
      content: [
        use("a", "read_file"),
        use("b", "execute_command"),
        use("c", "ask_followup_question"),
      ],
      modelInfo: { modelId: "m" },
    },
    { role: "user", content: [...blocks, text("<environment_details>")] },
    { role: "assistant", content: [text("Done.")] },
  ];
  const ALL = { preserveRecentRawTurns: 0 };

  it("is masked, and answers the call of its name", () => {
    const record = task(text(READ), text(RAN));
    expect(detected(record)).toBe("cline");
    const { result, transcript } = masked(record, {
      ...ALL,
      placeholder: "[masked result of {toolName} {callId}]",
    });
    expect(transcript).toMatchObject({ format: "cline", maskedCount: 2 });
    expect((result as ReturnType<typeof task>)[2]).toEqual({
      role: "user",
      content: [
        text("[masked result of read_file a]"),
        text("[masked result of execute_command b]"),
        text("<environment_details>"),
      ],
    });
  });

  it("counts in windows once it is masked, with any placeholder", () => {
    for (const options of [{}, { placeholder: "<< {originalLength} chars, left out >>" }]) {
      const turns = ["1", "2", "3"].flatMap((id) => [
        { role: "assistant", content: [use(id, "read_file")], modelInfo: { modelId: "m" } },
        { role: "user", content: [text(READ)] },
      ]);
      const record = [{ role: "user", content: [text("<task>go</task>")] }, ...turns];
      const window = { ...options, preserveRecentRawTurns: 1, windowUnit: "observations" } as const;
      const once = masked(record, window);
      expect(once.transcript).toMatchObject({ maskedCount: 2 });
      const twice = masked(once.result, window);
      expect(twice.result).toEqual(once.result);
      expect(twice.transcript).toMatchObject({ maskedCount: 0, maskedRemaining: 2 });
    }
  });

  it("is an error if it failed, and the user's if they said it", () => {
    const failed = `[read_file for 'a.ts'] Result:\nThe tool execution failed with:\n${LONG}`;
    const denied = `[execute_command for 'ls'] Result:\nThe user denied this operation: ${LONG}`;
    const asked = `[ask_followup_question for 'why?'] Result:\n<answer>${LONG}</answer>`;
    const record = task(text(READ), text(failed), text(denied), text(asked));
    const { result, transcript } = masked(record, { ...ALL, keepErrors: "all" });
    expect(transcript).toMatchObject({ maskedCount: 1 });
    const [, , answers] = result as ReturnType<typeof task>;
    expect(answers?.content.slice(1, 4)).toEqual([text(failed), text(denied), text(asked)]);
  });
});
