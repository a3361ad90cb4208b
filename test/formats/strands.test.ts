import { describe, expect, it } from "vitest";
import { strands } from "../../src/formats/strands.ts";
import { compactedLines } from "../support/compacted.ts";
import { detected } from "../support/detected.ts";
import { foundIn } from "../support/found.ts";

const LONG = "a line of output that is longer than any placeholder\n".repeat(3);

const saved = (role: string, content: readonly object[], rest: object = {}) => ({
  ...{ message: { role, content }, message_id: 0, redact_message: null },
  ...rest,
});
const use = (toolUseId: string) => ({ toolUse: { toolUseId, name: "shell", input: {} } });
const result = (toolUseId: string) => ({
  toolResult: { toolUseId, status: "success", content: [{ text: LONG }] },
});

describe("messages of Strands' sessions", () => {
  it("are found by their ids around a message of the Converse API", () => {
    expect(detected(saved("user", [{ text: "go" }]))).toBe("strands");
    expect(detected(saved("user", [{ text: "go" }]).message)).not.toBe("strands");
    expect(detected({ message: { role: "user", content: "go" }, message_id: 0 })).not.toBe(
      "strands",
    );
  });

  it("have the result of an older turn masked where it lies", () => {
    const lines = [
      ...[saved("assistant", [use("a")]), saved("user", [result("a")])],
      ...[saved("assistant", [use("b")]), saved("user", [result("b")])],
    ];
    const { after } = compactedLines(lines, { preserveRecentRawTurns: 1 });
    const texts = [1, 3].map((at) => after[at].message.content[0].toolResult.content[0].text);
    expect(texts).toEqual([expect.stringMatching(/^\[observation masked/), LONG]);
  });

  it("send what was put in the place of a redacted message", () => {
    const redact_message = { role: "user", content: [{ text: "[redacted]" }] };
    const { messages } = foundIn(strands, saved("user", [{ text: "secret" }], { redact_message }));
    expect(messages.map(({ parts }) => parts.map(({ text }) => text))).toEqual([["[redacted]"]]);
  });
});
