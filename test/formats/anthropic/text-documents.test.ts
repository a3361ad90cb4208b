/** Documents that are text (`"source":{"type":"text",…}`): the model reads them, so they count as text. */
import { describe, expect, it } from "vitest";
import { compactWith } from "../../../src/api/compact.ts";
import { inspect } from "../../../src/api/inspect.ts";
import { agree } from "../../engine/plain/paths-agree.ts";
import { linesOf } from "../../support/lines.ts";

const LONG = "what the page says, line after line; ".repeat(9);
const SHORT = "Fetched.";

const document = (source: object) => ({ type: "document", title: "A page", source });
const page = document({ type: "text", media_type: "text/plain", data: LONG });
const file = document({ type: "base64", media_type: "application/pdf", data: "JVBERi0xLjQK" });
const note = { type: "text", text: SHORT };
const use = { type: "tool_use", id: "a", name: "fetch", input: {} };

const messagesOf = (...content: object[]) => [
  { role: "user", content: [page, { type: "text", text: "Read it." }] },
  { role: "assistant", content: [use] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content }] },
];
/** The same as lines of Claude Code. */
const sessionOf = (...content: object[]) =>
  messagesOf(...content).map((message, k) => ({
    ...{ type: message.role, uuid: `m${k}`, parentUuid: k === 0 ? null : `m${k - 1}` },
    ...{ sessionId: "s", version: "2.0.0", isSidechain: false, message },
  }));

const LAYOUTS = [
  ["a row of messages", (...content: object[]) => linesOf([{ messages: messagesOf(...content) }])],
  ["lines of Claude Code", (...content: object[]) => linesOf(sessionOf(...content))],
] as const;

function contentIn(bytes: Uint8Array): unknown {
  const lines = Buffer.from(bytes).toString().trimEnd().split("\n");
  const last = JSON.parse(lines.at(-1) ?? "");
  const message = last.messages?.at(-1) ?? last.message;
  return message.content[0].content;
}

describe.each(LAYOUTS)("a document of text in %s", (_, bytesOf) => {
  it("counts as text, in a result and in what a user says", () => {
    const said = LONG.length + "Read it.".length;
    expect(inspect(bytesOf(page)).transcripts).toMatchObject([
      { byRole: { user: { textChars: said }, tool: { observationChars: LONG.length } } },
    ]);
  });

  it.each([
    ["alone, where it stays a document", [page], LONG.length],
    ["next to a text", [note, page], SHORT.length + LONG.length],
  ])("is masked %s", (_, content, chars) => {
    const bytes = bytesOf(...content);
    const options = { preserveRecentRawTurns: 0 };
    const text = `[observation masked — ${chars} chars]`;
    const { bytes: after } = compactWith(bytes, options);
    expect(contentIn(after)).toEqual(
      content.length === 1
        ? [document({ type: "text", media_type: "text/plain", data: text })]
        : [{ type: "text", text }],
    );
    agree(bytes, options);
    agree(Buffer.from(after), options);
  });

  it("is masked with a file, which still counts as an image", () => {
    const bytes = bytesOf(page, file);
    const { bytes: after } = compactWith(bytes, { preserveRecentRawTurns: 0 });
    const text = `[observation masked — ${LONG.length} chars] (1 image omitted)`;
    expect(contentIn(after)).toMatchObject([{ source: { data: text } }]);
    agree(bytes, { preserveRecentRawTurns: 0 });
  });
});
