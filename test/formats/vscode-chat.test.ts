/**
 * Chats of VS Code: a document, or a log of changes to it; which of them reach the model, and how results are replaced.
 */
import { expect, it } from "vitest";
import { check } from "../../src/api/check.ts";
import { compact } from "../../src/api/compact.ts";
import { inspect } from "../../src/api/inspect.ts";
import { vscodeChat } from "../../src/formats/vscode-chat/vscode-chat.ts";
import { foundIn } from "../support/found.ts";
import { linesOf } from "../support/lines.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);
const ALL = { preserveRecentRawTurns: 0 } as const;

const text = (value: string) => ({ $mid: 21, value });
const leaf = (line: string) => ({ type: 2, text: line, lineBreakBefore: true, references: [] });
const element = (...children: object[]) => ({ type: 1, ctor: 2, props: {}, children });
const tree = (...lines: string[]) => ({
  ...{ $mid: 23, value: { node: element(element(...lines.map(leaf))) } },
});
const answer = (...content: object[]) => ({ $mid: 20, content });
const picture = { $mid: 24, mimeType: "image/png", data: { $base64: "AAAA" } };

/** What an agent keeps of a request: a round for each call, and the results of those that have one. */
const result = (answers: Readonly<Record<string, object | undefined>>, rest: object = {}) => ({
  metadata: {
    toolCallRounds: Object.keys(answers).map((id) => ({
      ...{
        id: `round ${id}`,
        response: "",
        toolCalls: [{ id, name: "read_file", arguments: "{}" }],
      },
    })),
    toolCallResults: answers,
    ...rest,
  },
});
const request = (asked: string, rest: object = {}) => ({ message: { text: asked }, ...rest });
const chat = (...requests: object[]) => ({ version: 3, responderUsername: "Copilot", requests });

const entry = (kind: number, ...[k, v, i]: [(string | number)[], unknown?, number?]) => ({
  ...{ kind, k, v, i },
});
const log = (...entries: object[]) => linesOf([{ kind: 0, v: chat() }, ...entries]);
const added = (...requests: object[]) => entry(2, ["requests"], requests);
const resultOf = (number: number, value: object) => entry(1, ["requests", number, "result"], value);

function linesAfter(bytes: Uint8Array): readonly string[] {
  return Buffer.from(bytes).toString().trimEnd().split("\n");
}

it("replaces the tree of an element by a text, which VS Code knows by its number", () => {
  const answers = { a: answer(tree(LONG, "and the last line\n")), b: answer(text(LONG)) };
  const { bytes, transcripts } = compact(
    log(added(request("go")), resultOf(0, result(answers))),
    ALL,
  );
  const chars = LONG.length + "and the last line\n".length;
  expect(transcripts).toMatchObject([{ format: "vscode-chat", maskedCount: 2 }]);
  const { toolCallResults } = JSON.parse(linesAfter(bytes)[2] ?? "").v.metadata;
  expect(toolCallResults).toEqual({
    a: answer(text(`[observation masked — ${chars} chars]`)),
    b: answer(text(`[observation masked — ${LONG.length} chars]`)),
  });
});

it("replaces texts, elements and pictures of one result together", () => {
  const mixed = answer(text(LONG), tree(LONG), picture);
  const { bytes } = compact(
    Buffer.from(JSON.stringify(chat(request("go", { result: result({ a: mixed }) })))),
    ALL,
  );
  const after = JSON.parse(Buffer.from(bytes).toString());
  expect(after.requests[0].result.metadata.toolCallResults.a.content).toEqual([
    text(`[observation masked — ${2 * LONG.length} chars] (1 image omitted)`),
  ]);
});

it("shortens the tree of an element as it does a text, and knows it in a second run", () => {
  const lines = (content: object) =>
    log(added(request("go")), resultOf(0, result({ a: answer(content), b: answer(text(LONG)) })));
  const many = Array.from({ length: 40 }, (_, at) => `${at}: ${LONG}`);
  for (const options of [ALL, { clamp: 400 }, { dedupe: true }, { maxInputChars: 900 }]) {
    const element = compact(lines(tree(...many)), options);
    const plain = compact(lines(text(many.join(""))), options);
    expect(element.transcripts.map(({ afterChars }) => afterChars)).toEqual(
      plain.transcripts.map(({ afterChars }) => afterChars),
    );
    expect(compact(element.bytes, options).bytes).toBe(element.bytes);
  }
});

it("counts a turn for each round", () => {
  const answers = Object.fromEntries(["a", "b", "c"].map((id) => [id, answer(text(LONG))]));
  const { transcripts } = compact(log(added(request("go")), resultOf(0, result(answers))), {
    preserveRecentRawTurns: 2,
  });
  expect(transcripts).toMatchObject([{ maskedCount: 1, byRule: { window: { kept: 2 } } }]);
});

it("reads a log of one entry", () => {
  const v = chat(request("go", { result: result({ a: answer(text(LONG)) }) }));
  const { transcripts, file } = compact(linesOf([{ kind: 0, v }]), ALL);
  expect([transcripts[0]?.maskedCount, file.layout]).toEqual([1, "lines"]);
});

it("takes results that were set again, and requests that were taken back, for dead", () => {
  const one = (id: string) => result({ [id]: answer(text(LONG)) });
  const lines = log(
    added(request("one"), request("two")),
    resultOf(0, one("a")),
    resultOf(1, one("b")),
    resultOf(1, one("c")),
    entry(2, ["requests"], [request("three")], 1),
    resultOf(1, one("d")),
  );
  expect(compact(lines, { preserveRecentRawTurns: 10 }).transcripts).toMatchObject([
    { maskedCount: 0, deadMaskedCount: 2, byRule: { window: { kept: 2 } } },
  ]);
});

it("takes what a new first entry replaces for dead", () => {
  const v = chat(request("go", { result: result({ b: answer(text(LONG)) }) }));
  const lines = log(added(request("go")), resultOf(0, result({ a: answer(text(LONG)) })), {
    kind: 0,
    v,
  });
  expect(compact(lines, { preserveRecentRawTurns: 10 }).transcripts).toMatchObject([
    { deadMaskedCount: 1, byRule: { window: { kept: 1 } } },
  ]);
});

it("takes what a summary replaces for dead, with its own round", () => {
  const answers = { a: answer(text(LONG)), b: answer(text(LONG)), c: answer(text(LONG)) };
  const summary = { toolCallRoundId: "round b", text: "a and b were read" };
  for (const rest of [
    { summary },
    { summaries: [{ ...summary, toolCallRoundId: "round a" }, summary] },
  ]) {
    const lines = log(
      added(request("one"), request("two")),
      resultOf(0, result({ z: answer(text(LONG)) })),
      resultOf(1, result(answers, rest)),
    );
    expect(compact(lines, { preserveRecentRawTurns: 10 }).transcripts).toMatchObject([
      { deadMaskedCount: 3, byRule: { window: { kept: 1 } } },
    ]);
  }
});

it("counts what was sent in place of what was typed, and what is said where there are no rounds", () => {
  const prompt = { renderedUserMessage: [{ type: 1, text: "<userRequest>go</userRequest>" }] };
  const response = [{ kind: "thinking", value: "hm" }, { value: "Done" }, { value: "." }];
  const asked = request("go", { response, result: { metadata: prompt } });
  const [transcript] = inspect(Buffer.from(JSON.stringify(chat(asked)))).transcripts;
  expect(transcript).toMatchObject({ chars: "<userRequest>go</userRequest>Done.".length });
});

it("knows the model that wrote a round", () => {
  const { models } = foundIn(
    vscodeChat,
    resultOf(0, result({ a: answer(text(LONG)) }, { resolvedModel: "claude-opus-4-7" })),
  );
  expect(models).toEqual(["claude-opus-4-7"]);
});

it("pairs a result with its call where the limit of calls was reached", () => {
  const { toolCallRounds } = result({ a: undefined }).metadata;
  const next = { toolCallRounds: [], toolCallResults: { a: answer(text(LONG)) } };
  const lines = log(
    added(request("one"), request("go on")),
    resultOf(0, { metadata: { toolCallRounds, maxToolCallsExceeded: true } }),
    resultOf(1, { metadata: next }),
  );
  expect(inspect(lines).transcripts).toMatchObject([{ unansweredCalls: 0, orphanObservations: 0 }]);
});

it("masks what the screen shows of a result with it, in the log and in a document", () => {
  const shown = {
    ...{ kind: "toolInvocationSerialized", toolCallId: "a" },
    toolSpecificData: { kind: "terminal", terminalCommandOutput: { text: LONG } },
    resultDetails: { input: "{}", output: [{ type: "embed", isText: true, value: LONG }] },
  };
  const kept = result({ "a__vscode-1": answer(text(LONG)) });
  const lines = log(
    added(request("go")),
    entry(2, ["requests", 0, "response"], [shown]),
    resultOf(0, kept),
  );
  const document = Buffer.from(
    JSON.stringify(chat(request("go", { response: [shown], result: kept }))),
  );
  for (const saved of [lines, document]) {
    const { bytes, file } = compact(saved, { ...ALL, sideCopies: "mask" });
    expect(Buffer.from(bytes).toString()).not.toContain("a line of output");
    expect(file.unreadResults).toBe(0);
  }
});

it("finds no fault in a log whose first lines are lost", () => {
  const lines = linesOf([
    resultOf(7, result({ a: answer(text(LONG)) })),
    entry(2, ["requests", 7, "response"], [{ value: "Done" }]),
  ]);
  expect(check(lines, { format: "vscode-chat" }).findings).toEqual([]);
});
