/** T5 of seed 5, part 2: replies, valid, malformed and empty. */
import { describe, expect, it } from "vitest";
import { parseReply } from "../../../../src/analyses/snapshot/reflect/reflection-reply.ts";
import { tideReply } from "../../../support/snapshots.ts";

const reply = tideReply();
const text = JSON.stringify(reply, null, 2);

describe("a reply", () => {
  it("is read with its lists, what it dropped, and the sources of its items", () => {
    const { dropped, sources, ...content } = reply;
    expect(parseReply(text)).toEqual({
      content,
      dropped,
      sources: new Map(Object.entries(sources)),
    });
  });

  it.each([
    ["with white space around it", `\n  ${text}\n`],
    ["fenced", `\`\`\`json\n${text}\n\`\`\``],
    ["fenced without a language", `\`\`\`\n${text}\n\`\`\`\n`],
  ])("is read the same %s", (_, same) => expect(parseReply(same)).toEqual(parseReply(text)));

  it("needs neither dropped nor sources", () => {
    const { dropped: _, sources: __, ...content } = reply;
    expect(parseReply(JSON.stringify(content))).toEqual({
      content,
      dropped: [],
      sources: new Map(),
    });
  });

  it.each([
    ["", "empty_reply"],
    [" \n", "empty_reply"],
    ["Here is the snapshot:", "malformed_json"],
    [`Here it is: ${text}`, "malformed_json"],
    [text.slice(0, -20), "malformed_json"],
    [`${text}${text}`, "malformed_json"],
    ["[]", "invalid_reply"],
    ["null", "invalid_reply"],
    ["{}", "invalid_reply"],
    [JSON.stringify({ ...reply, current_objective: " " }), "invalid_reply"],
    [JSON.stringify({ ...reply, current_objective: 7 }), "invalid_reply"],
    [JSON.stringify({ ...reply, blockers: undefined }), "invalid_reply"],
    [JSON.stringify({ ...reply, blockers: "CI" }), "invalid_reply"],
    [JSON.stringify({ ...reply, next_actions: [{ text: "a" }] }), "invalid_reply"],
    [JSON.stringify({ ...reply, dropped: ["a"] }), "invalid_reply"],
    [JSON.stringify({ ...reply, dropped: [{ value: "a" }] }), "invalid_reply"],
    [JSON.stringify({ ...reply, sources: { a: "b" } }), "invalid_reply"],
    [JSON.stringify({ ...reply, sources: [] }), "invalid_reply"],
  ])("%j is no snapshot: %s", (bad, problem) => {
    expect(parseReply(bad)).toMatchObject({ problem, detail: expect.any(String) });
  });

  it("that has no items and drops none is empty", () => {
    const lists = Object.fromEntries(
      Object.entries(reply).map(([key, value]) => [key, Array.isArray(value) ? [] : value]),
    );
    expect(parseReply(JSON.stringify(lists))).toMatchObject({ problem: "empty_reply" });
    const dropped = [{ value: "a", reason: "stale" }];
    expect(parseReply(JSON.stringify({ ...lists, dropped }))).toMatchObject({ dropped });
  });
});
