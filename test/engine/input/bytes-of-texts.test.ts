/** What recall reads of a transcript: the bytes of its texts as they are in the file. */
import { expect, it } from "vitest";
import { readTranscriptsIn } from "../../../src/engine/input/read-transcripts.ts";
import { FORMAT_NAMES } from "../../../src/formats/index.ts";
import { memoryStore } from "../../../src/io/store/store.ts";
import type { Part } from "../../../src/transcript/model/message.ts";
import type { Transcript } from "../../../src/transcript/model/transcript.ts";
import { fixturesOf } from "../../support/fixtures.ts";

/** The transcripts of a fixture. */
function eachTranscript(bytes: Buffer, take: (transcript: Transcript) => void): void {
  readTranscriptsIn(
    bytes,
    {
      file: "input",
      strict: false,
      onBadLine: () => undefined,
      onTranscript: ({ transcript }) => take(transcript),
    },
    { store: memoryStore() },
  );
}

/** The texts of the parts of a fixture with bytes of their own, by those bytes and as they are read. */
function textsIn(bytes: Buffer): readonly { readonly raw: string; readonly text: string }[] {
  const texts: { raw: string; text: string }[] = [];
  const nameOf = (part: Part) => (part.kind === "call" ? part.name : "");
  eachTranscript(bytes, (transcript) => {
    for (const part of transcript.parts) {
      const raw = transcript.raw(part);
      if (raw === undefined) continue;
      const own = Buffer.from(raw.bytes).toString();
      const spelled = raw.isEscaped ? (JSON.parse(`"${own}"`) as string) : own;
      texts.push({ raw: nameOf(part) + spelled, text: transcript.text(part) });
    }
  });
  return texts;
}

// The one format that is never guessed is left out.
const GUESSED = FORMAT_NAMES.filter((name) => (name as string) !== "plain");

it.each(GUESSED)("are those of the same text in %s", (format) => {
  for (const { bytes } of fixturesOf(format))
    for (const { raw, text } of textsIn(bytes)) expect(raw).toBe(text);
});

it("are there for most texts of the usual formats", () => {
  for (const format of ["openai-chat", "claude-code", "codex"] as const)
    for (const { bytes } of fixturesOf(format)) expect(textsIn(bytes).length).toBeGreaterThan(3);
});

it("are those of the JSON that a call's arguments are", () => {
  const { bytes } = fixturesOf("claude-code")[0] ?? { bytes: Buffer.alloc(0) };
  const found: unknown[] = [];
  eachTranscript(bytes, (transcript) => {
    for (const part of transcript.parts)
      if (part.kind === "call") {
        const raw = transcript.raw(part);
        found.push(raw?.isEscaped === false && raw.bytes[0] === 0x7b);
      }
  });
  expect(new Set(found)).toEqual(new Set([true]));
});

it("are read by themselves where a result is one string of a line", () => {
  const said = String.raw`é \nAME \u0041BC \ud83d\ude00 ${"long ".repeat(400)}\ttab`;
  const call = { id: "c", type: "function", function: { name: "read", arguments: "{}" } };
  const lines = [
    '{"role":"user","content":"Go on."}',
    JSON.stringify({ role: "assistant", content: null, tool_calls: [call] }),
    `{"role":"tool","tool_call_id":"c","content":"${said}"}`,
    '{"role":"assistant","content":"Done."}',
    "",
  ];
  const text = JSON.parse(`"${said}"`) as string;
  const found: unknown[] = [];
  readTranscriptsIn(
    Buffer.from(lines.join("\n")),
    {
      file: "input",
      strict: false,
      onBadLine: () => undefined,
      onTranscript({ transcript }) {
        for (const part of transcript.observations())
          found.push(
            transcript.text(part),
            transcript.excerpt(part, 12).startsWith(text.slice(0, 12)),
            transcript.excerpt(part, -12).endsWith(text.slice(-12)),
            transcript.excerpt(part, 12).length < 200,
            ["ABC", "nAME", "AME", "absent"].map((word) => transcript.includes(part, word)),
          );
      },
    },
    { store: memoryStore() },
  );
  expect(found).toEqual([text, true, true, true, [true, false, true, false]]);
});
