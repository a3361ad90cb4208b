import { describe, expect, it } from "vitest";
import { compact } from "../../src/api/compact.ts";
import { FORMATS } from "../../src/formats/index.ts";
import { claims } from "../../src/formats/registry/claims.ts";
import { detected } from "../support/detected.ts";
import { observationsIn } from "../support/found.ts";
import { treeOf } from "../support/parse-json.ts";

const LONG = "what the tool answered ".repeat(8);

function result(toolCallId: string, more: object) {
  return { type: "tool-result", toolCallId, toolName: "f", ...more };
}

function messagesWith(...results: { readonly toolCallId: string }[]) {
  const calls = results.map(({ toolCallId }) => {
    return { type: "tool-call", toolCallId, toolName: "f", input: {} };
  });
  return [
    { role: "user", content: "Do it." },
    { role: "assistant", content: calls },
    { role: "tool", content: results },
  ];
}

function maskedBlocks(...results: { readonly toolCallId: string }[]) {
  const bytes = Buffer.from(JSON.stringify(messagesWith(...results)));
  const result = compact(bytes, { preserveRecentRawTurns: 0, keepErrors: "none" });
  return JSON.parse(Buffer.from(result.bytes).toString())[2].content;
}

const masked = expect.stringMatching(/^\[observation masked/);

describe("vercel-model", () => {
  it.each([
    ["text", LONG, masked],
    ["error-text", LONG, masked],
    ["json", { rows: [LONG] }, masked],
    ["error-json", [LONG, 1.5], masked],
    ["content", [{ type: "text", text: LONG }], [{ type: "text", text: masked }]],
  ])("keeps the type of an output that is %s", (type, value, after) => {
    const [block] = maskedBlocks(result("a", { output: { type, value } }));
    expect(block.output).toEqual({ type, value: after });
  });

  it("takes media out with the text of an output", () => {
    const media = [{ type: "media" }, { type: "image-data" }, { type: "file-url" }];
    const value = [{ type: "text", text: LONG }, ...media];
    const [block] = maskedBlocks(result("a", { output: { type: "content", value } }));
    expect(block.output.value).toHaveLength(1);
  });

  it("leaves a denial alone", () => {
    const block = result("a", { output: { type: "execution-denied", reason: LONG } });
    expect(maskedBlocks(block)).toEqual([block]);
  });

  it("reads the results of version 4, whose content counts where there is some", () => {
    const content = [{ type: "text", text: LONG }];
    const blocks = maskedBlocks(
      result("a", { result: { rows: [LONG] } }),
      result("b", { result: { kept: LONG }, experimental_content: content }),
    );
    expect(blocks[0].result).toEqual(masked);
    expect(blocks[1].result.kept).toBe(LONG);
    expect(blocks[1].experimental_content[0].text).toEqual(masked);
  });

  it("says which answers are errors", () => {
    const blocks = [
      result("a", { output: { type: "error-text", value: "" } }),
      result("b", { output: { type: "error-json", value: {} } }),
      result("c", { result: "", isError: true }),
      result("d", { output: { type: "text", value: "" } }),
    ];
    const observations = observationsIn(FORMATS["vercel-model"], { role: "tool", content: blocks });
    expect(observations.map(({ isError }) => isError)).toEqual([true, true, true, false]);
  });

  it("leaves alone what the provider's own tools answered", () => {
    const search = result("a", { output: { type: "json", value: [{ encrypted: LONG }] } });
    const messages = [
      { role: "user", content: "Do it." },
      { role: "assistant", content: [search] },
    ];
    const bytes = Buffer.from(JSON.stringify(messages));
    const { bytes: after, transcripts } = compact(bytes, { preserveRecentRawTurns: 0 });
    expect(after).toBe(bytes);
    expect(transcripts[0]?.beforeChars).toBeGreaterThan(LONG.length);
  });

  it("is found by an image, which is all that a summary can leave of it", () => {
    const image = { type: "image", image: "iVBORw0KGgo=", mediaType: "image/png" };
    const records = [{ role: "user", content: [{ type: "text", text: "See." }, image] }];
    expect(detected(records)).toBe("vercel-model");
  });

  it("is found by calls and by results, in lines, in an array and under messages", () => {
    const [, call, answer] = messagesWith(result("a", { output: { type: "text", value: "" } }));
    for (const message of [call, answer])
      for (const record of [message, [message], { messages: [message] }])
        expect(detected(record)).toBe("vercel-model");
  });

  it.each([
    ["Anthropic's blocks", { role: "user", content: [{ type: "tool_result", tool_use_id: "a" }] }],
    ["a block without an id", { role: "tool", content: [{ type: "tool-result" }] }],
    ["text alone", { role: "user", content: [{ type: "text", text: "" }] }],
  ])("is not found in %s", (_, record) => {
    expect(claims(FORMATS["vercel-model"], [treeOf(JSON.stringify(record))])).toBe(false);
  });
});
