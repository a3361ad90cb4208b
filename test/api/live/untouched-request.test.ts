import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EditedRequest } from "../../../src/api/live/request-editing.ts";
import { createRequestEditor } from "../../../src/api/live/request-editor.ts";
import { MESSAGES_KEY } from "../../../src/api/live/request-format.ts";
import { memoryMemo } from "../../../src/api/live/sent-memo.ts";
import { bodyOf, LIVE_PATHS, type LiveStep, type LiveWire } from "../../support/live-agent.ts";
import { FORMATS, step } from "../../support/live-deeds.ts";
import { slowRuns } from "../../support/runs.ts";

const WIRES = Object.keys(LIVE_PATHS) as LiveWire[];
const LIMIT = 4000;
const MANY: readonly LiveStep[] = Array.from({ length: 100 }, (_, at) => [`${at} `.repeat(1000)]);

const request = (of: LiveWire, last: LiveStep, task = "Do it.") =>
  Buffer.from(bodyOf(of, [...MANY, last], { task }));

/** The part of an edit that is the same whether all of a request was read or only its newest results. */
function decisionsOf({
  splices,
  conversation,
  task,
  model,
  decided,
  edits,
  ...all
}: EditedRequest): Partial<EditedRequest> {
  const { fresh, newChars, savedChars, notMasked } = all;
  return {
    ...{ splices, conversation, task, model, decided, edits },
    ...{ fresh, newChars, savedChars, notMasked },
  };
}

const editorWith = (firstSight: number, memo = memoryMemo()) =>
  createRequestEditor({ firstSight, memo });

describe.each(WIRES)("a large request that nobody saw before (%s)", (of) => {
  const format = FORMATS[of];

  it("is not read where none of its results can be edited, however large its task is", () => {
    const body = request(of, ["done"], "Do it. ".repeat(2000));
    expect(body.length).toBeGreaterThan(256 * 1024);
    expect(editorWith(LIMIT).editIfAny(body, format)).toBeUndefined();
    expect(editorWith(LIMIT).edit(body, format)).toMatchObject({ splices: [], decided: [] });
  });

  it.each([["x".repeat(LIMIT + 1)], ["\u00e9\n".repeat(LIMIT), "small"]])(
    "is read from its last reply on where a result after that is larger than the limit",
    (...large) => {
      const body = request(of, large);
      const [one, two] = [editorWith(LIMIT), editorWith(LIMIT)];
      const [newest, all] = [one.editIfAny(body, format), two.edit(body, format)];
      expect(all.splices).toHaveLength(1);
      expect(newest).toMatchObject(decisionsOf(all));
      // Without ids of calls results are known by their number.
      expect(newest?.isOfNewest).toBe(of === "gemini" ? undefined : true);
      expect(one.see(body, format)).toEqual(two.see(body, format));
    },
  );

  it("is read as a whole where it has no reply that its results are of", () => {
    const { messages = [], input = [] } = JSON.parse(request(of, ["small"]).toString());
    const large = "a line of text\n".repeat(LIMIT);
    const orphan = {
      anthropic: {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "other", content: large }],
      },
      "openai-chat": { role: "tool", tool_call_id: "other", content: large },
      "openai-responses": { type: "function_call_output", call_id: "other", output: large },
      gemini: undefined,
    }[of];
    if (orphan === undefined) return;
    const key = MESSAGES_KEY[format];
    const body = Buffer.from(JSON.stringify({ [key]: [...messages, ...input, orphan] }));
    const edited = editorWith(LIMIT).editIfAny(body, format);
    expect(edited).toEqual(editorWith(LIMIT).edit(body, format));
    expect(edited?.results).toBe(102);
  });

  it("is edited as if all of it were read, and so is what comes after it", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), step, (steps, next) => {
        const [one, two] = [editorWith(1500), editorWith(1500)];
        const few = MANY.map(([text = ""]) => [text.slice(0, 2800)]);
        const body = Buffer.from(bodyOf(of, [...few, ...steps]));
        const all = two.edit(body, format);
        const edited = one.editIfAny(body, format);
        expect(edited?.splices ?? []).toEqual(all.splices);
        if (edited?.isOfNewest ?? true) one.see(body, format);
        const more = Buffer.from(bodyOf(of, [...few, ...steps, next]));
        expect(one.edit(more, format)).toEqual(two.edit(more, format));
      }),
      { numRuns: slowRuns(40) },
    );
  });

  it("is read where one of them was shortened to less, and where its start is known", () => {
    const memo = memoryMemo();
    const large = ["a line of text\n".repeat(200)];
    const before = editorWith(1000, memo).edit(request(of, large), format);
    expect(before.splices).not.toEqual([]);
    expect(editorWith(LIMIT, memo).editIfAny(request(of, large), format)?.splices).toEqual(
      before.splices,
    );
    const knowing = editorWith(LIMIT);
    knowing.see(request(of, ["done"]), format);
    expect(knowing.editIfAny(request(of, ["done"]), format)?.results).toBe(101);
  });
});

describe("a message of the model", () => {
  it("may hold a result as well, which its provider's tool gave", () => {
    const text = "found\n".repeat(2000);
    const messages = [
      { role: "user", content: "Do it." },
      ...Array.from({ length: 300 }, () => [
        { role: "assistant", content: "Yes. ".repeat(200) },
        { role: "user", content: "Go on." },
      ]).flat(),
    ];
    const result = { type: "web_fetch_tool_result", tool_use_id: "s", content: text };
    const body = (content: unknown) =>
      Buffer.from(JSON.stringify({ messages: [...messages, { role: "assistant", content }] }));
    const editor = editorWith(LIMIT);
    expect(editor.editIfAny(body([{ type: "text", text }]), "anthropic")).toBeUndefined();
    expect(editor.editIfAny(body([result]), "anthropic")).toBeDefined();
  });
});
