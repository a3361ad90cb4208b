import { describe, expect, it } from "vitest";
import { createRequestEditor } from "../../../src/api/live/request-editor.ts";
import { memoryMemo } from "../../../src/api/live/sent-memo.ts";
import { bodyOf, LIVE_PATHS, type LiveStep, type LiveWire } from "../../support/live-agent.ts";
import { FORMATS } from "../../support/live-deeds.ts";

const WIRES = Object.keys(LIVE_PATHS) as LiveWire[];
const LIMIT = 4000;
const MANY: readonly LiveStep[] = Array.from({ length: 100 }, (_, at) => [`${at} `.repeat(1000)]);

const request = (of: LiveWire, last: LiveStep, task = "Do it.") =>
  Buffer.from(bodyOf(of, [...MANY, last], { task }));

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

  it.each(["x".repeat(LIMIT + 1), "\u00e9\n".repeat(LIMIT)])(
    "is read where one of them is larger than the limit",
    (large) => {
      const body = request(of, [large]);
      const [one, two] = [editorWith(LIMIT), editorWith(LIMIT)];
      expect(one.editIfAny(body, format)).toEqual(two.edit(body, format));
      expect(two.see(request(of, ["done"], "Again."), format).splices).toEqual([]);
    },
  );

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
