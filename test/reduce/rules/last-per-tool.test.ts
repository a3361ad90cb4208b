import { describe, expect, it } from "vitest";
import { fateOf, LONG } from "../../support/masked-by.ts";
import { type PlainEvent, used } from "../../support/plain-transcript.ts";

const read = () => used("read", LONG);
const bash = () => used("bash", LONG);

describe("the newest of each tool", () => {
  it("stay raw, so many", () => {
    const session = [...read(), ...bash(), ...read(), ...read(), ...bash()];
    expect(fateOf(session, { keepLastPerTool: 1 })).toEqual([
      "masked",
      "masked",
      "masked",
      "last-per-tool",
      "last-per-tool",
    ]);
    const fate = fateOf(session, { keepLastPerTool: 2 });
    expect(fate).toEqual(["masked", ...Array(4).fill("last-per-tool")]);
  });

  it("are counted over all of a tool, those in the window included", () => {
    const session = [...read(), ...read(), ...read()];
    const options = { keepLastPerTool: 1, preserveRecentRawTurns: 1 };
    expect(fateOf(session, options)).toEqual(["masked", "masked", "window"]);
    expect(fateOf(session, { ...options, keepLastPerTool: 2 })).toEqual([
      "masked",
      "last-per-tool",
      "window",
    ]);
  });

  it("are counted together where the tool is not known", () => {
    const session: PlainEvent[] = ["1", "2"].map((id) => ({ kind: "observation", id, text: LONG }));
    expect(fateOf(session, { keepLastPerTool: 1 })).toEqual(["masked", "last-per-tool"]);
  });

  it("are those that came last, where a result came late", () => {
    const [lateCall, late] = read() as [PlainEvent, PlainEvent];
    const user: PlainEvent = { kind: "said", role: "user", text: "Go on." };
    const session = [lateCall, user, ...read(), ...bash(), late];
    const options = { keepLastPerTool: 1, windowUnit: "turns", preserveRecentRawTurns: 2 } as const;
    // The call that was made first is outside, though its result is the newest of the transcript.
    expect(fateOf(session, options)).toEqual(["window", "window", "last-per-tool"]);
  });
});
