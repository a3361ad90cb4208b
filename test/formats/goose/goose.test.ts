import { describe, expect, it } from "vitest";
import type { CompactOptions } from "../../../src/engine/edits/create-job.ts";
import { goose } from "../../../src/formats/goose/goose.ts";
import { compactedRecord } from "../../support/compacted.ts";
import { detected } from "../../support/detected.ts";
import { foundIn } from "../../support/found.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);
const PLACEHOLDER = `[observation masked — ${LONG.length} chars]`;

type Json = Readonly<Record<string, unknown>>;

const text = (words: string, ...audience: string[]): Json => ({
  type: "text",
  text: words,
  ...(audience.length > 0 && { annotations: { audience, priority: 0.5 } }),
});
const message = (role: string, content: readonly Json[], rest: Json = {}): Json => ({
  role,
  created: 1767225600,
  content,
  ...rest,
});
const request = (id: string): Json => ({
  type: "toolRequest",
  id,
  toolCall: { status: "success", value: { name: "shell", arguments: { command: "ls" } } },
});
const response = (id: string, toolResult: Json): Json => ({ type: "toolResponse", id, toolResult });
const success = (value: unknown): Json => ({ status: "success", value });

function run(conversation: readonly Json[], options: CompactOptions = {}) {
  const { after, transcripts } = compactedRecord({ working_dir: "/", conversation }, options);
  return { after: after.conversation, telemetry: transcripts[0] };
}

/** What a tool answered, after masking, and the parts that were found in it. */
function masked(toolResult: Json, sideCopies: "keep" | "mask" = "keep") {
  const answer = message("user", [response("1", toolResult)]);
  const { after } = run([answer], { sideCopies });
  return {
    result: after[0].content[0].toolResult,
    parts: foundIn(goose, answer).messages[0]?.parts ?? [],
  };
}

describe("what a tool answered", () => {
  it.each([
    ["an array", [text(LONG)], [text(PLACEHOLDER)]],
    ["an object", { content: [text(LONG)] }, { content: [text(PLACEHOLDER)] }],
  ])("can be %s of contents", (_, before, after) => {
    const { result, parts } = masked(success(before));
    expect(parts).toMatchObject([{ kind: "observation", callId: "1", isError: false, text: LONG }]);
    expect(result).toEqual(success(after));
  });

  it("is an error by its status or its flag", () => {
    const failed = masked({ status: "error", error: LONG });
    expect(failed.parts).toMatchObject([{ isError: true, text: LONG }]);
    expect(failed.result).toEqual({ status: "error", error: PLACEHOLDER });
    expect(masked(success({ content: [text(LONG)], isError: true })).parts).toMatchObject([
      { isError: true },
    ]);
  });

  it("counts once where the user has a copy, which is masked as a side copy", () => {
    const value = [text(LONG, "assistant"), text(LONG, "user")];
    const { parts, result } = masked(success(value));
    expect(parts.map((part) => part.text)).toEqual([LONG]);
    expect(result.value).toEqual([text(PLACEHOLDER, "assistant"), text(LONG, "user")]);
    expect(masked(success(value), "mask").result.value).toEqual([
      text(PLACEHOLDER, "assistant"),
      text(PLACEHOLDER, "user"),
    ]);
  });

  it("is for the model where it is for both", () => {
    const { parts } = masked(success([text(LONG, "user", "assistant")]));
    expect(parts).toMatchObject([{ editable: true, text: LONG }]);
  });

  it("stays where the model sees several texts beside those of the user", () => {
    const value = [text(LONG, "user"), text(LONG, "assistant"), text(LONG, "assistant")];
    const { parts, result } = masked(success(value));
    expect(parts).toMatchObject([{ editable: false }]);
    expect(result).toEqual(success(value));
  });

  it("can be an embedded resource", () => {
    const resource = (words: string) => ({
      type: "resource",
      resource: { uri: "a:", text: words },
    });
    const { result } = masked(success([resource(LONG)]));
    expect(result).toEqual(success([resource(PLACEHOLDER)]));
  });

  it("has a side copy in its structured content", () => {
    const value = { content: [text(LONG)], structuredContent: { stdout: LONG, code: 0 } };
    expect(masked(success(value)).result.value.structuredContent.stdout).toBe(LONG);
    const { structuredContent } = masked(success(value), "mask").result.value;
    expect(structuredContent).toEqual({ stdout: PLACEHOLDER, code: 0 });
  });

  it("takes its images with it", () => {
    const image = { type: "image", data: "A".repeat(400), mimeType: "image/png" };
    const { result } = masked(success([text(LONG), image]));
    expect(result.value).toEqual([text(expect.stringContaining("masked"))]);
  });
});

it("reads calls, also those that could not be read, and reasoning", () => {
  const broken = { type: "toolRequest", id: "2", toolCall: { status: "error", error: "oh" } };
  const thinking = { type: "thinking", thinking: "hm", signature: "c2ln" };
  const [found] = foundIn(
    goose,
    message("assistant", [
      thinking,
      request("1"),
      broken,
      { type: "systemNotification", msg: "x" },
    ]),
  ).messages;
  expect(found?.parts).toEqual([
    { kind: "reasoning", signed: true, editable: true, text: "hm" },
    { kind: "call", id: "1", name: "shell", text: '{"command":"ls"}' },
    { kind: "call", id: "2", name: "", text: undefined },
  ]);
});

it("takes messages that are answers alone for the tools'", () => {
  const answer = response("1", success([]));
  const roleOf = (content: readonly Json[]) =>
    foundIn(goose, message("user", content)).messages[0]?.role;
  expect(roleOf([answer, answer])).toBe("tool");
  expect(roleOf([answer, text("hi")])).toBe("user");
  expect(roleOf([])).toBe("user");
});

it("takes messages that are hidden from the model for dead", () => {
  const hidden = { metadata: { userVisible: true, agentVisible: false } };
  const seen = { metadata: { userVisible: false, agentVisible: true } };
  const answer = (rest: Json) => message("user", [response("1", success([text(LONG)]))], rest);
  const { after, telemetry } = run([answer(hidden), answer(seen), answer({})], {
    preserveRecentRawTurns: 100,
  });
  const texts = after.map((each: Json) => JSON.stringify(each).includes("masked"));
  expect(texts).toEqual([true, false, false]);
  expect(telemetry).toMatchObject({ beforeChars: 2 * LONG.length, deadMaskedCount: 1 });
});

it("writes a summary that goose can read", () => {
  const conversation = [
    message("user", [text("do it")]),
    message("user", [text("words ".repeat(300))]),
    message("assistant", [text("done")]),
  ];
  const window = { windowUnit: "messages", preserveRecentRawTurns: 1 } as const;
  const { after } = run(conversation, { ...window, maxInputChars: 600 });
  expect(after).toHaveLength(3);
  expect(after[1]).toEqual({
    role: "user",
    created: 0,
    content: [text(expect.stringContaining("Conversation summary"))],
    metadata: { userVisible: true, agentVisible: true },
  });
});

describe("goose is", () => {
  const header = { working_dir: "/", description: "d", message_count: 1, total_tokens: null };
  const { working_dir: _, ...oldHeader } = header;
  const hello = message("user", [text("hi")]);

  it("found by its header, its content or its export", () => {
    expect(detected(header, hello)).toBe("goose");
    expect(detected(oldHeader, hello)).toBe("goose");
    expect(detected(hello, message("assistant", [request("1")]))).toBe("goose");
    expect(detected({ id: "s", working_dir: "/", conversation: [hello] })).toBe("goose");
  });

  it("not a list of sessions, nor messages of another format", () => {
    expect(detected({ id: "s", ...header })).not.toBe("goose");
    expect(detected(hello)).not.toBe("goose");
    expect(detected({ conversation: [hello] })).not.toBe("goose");
  });
});
