import { describe, expect, it } from "vitest";
import { smolagents } from "../../src/formats/smolagents.ts";
import { foundIn } from "../support/found.ts";

const call = (id: string, name: string) => ({
  ...{ id, type: "function", function: { name, arguments: { shelf: "a" } } },
});
const step = (rest: object) => ({
  ...{ step_number: 1, timing: { start_time: 1.5 }, model_output: "I look.", tool_calls: [] },
  ...{ error: null, observations: null, action_output: null },
  ...rest,
});
const kindsIn = (...steps: object[]) =>
  foundIn(smolagents, steps).messages.map(({ role, parts }) => [
    role,
    ...parts.map(({ kind }) => kind),
  ]);

describe("a step", () => {
  it("has one observation of all its calls", () => {
    const calls = [call("c1", "look"), call("c2", "look")];
    expect(
      kindsIn({ task: "Count." }, step({ tool_calls: calls, observations: "12\n13" })),
    ).toEqual([
      ["user", "text"],
      ["assistant", "text", "call"],
      ["tool", "observation"],
    ]);
  });

  it("that failed has its error for one, and its call from the reply", () => {
    const reply = { role: "assistant", tool_calls: [call("c1", "look")] };
    const failed = step({ error: { type: "E", message: "no shelf" }, model_output_message: reply });
    const [, answer] = foundIn(smolagents, [failed]).messages;
    expect(answer?.parts).toMatchObject([
      { kind: "observation", isError: true, text: "no shelf", toolName: "look" },
    ]);
    expect(kindsIn(failed)[0]).toEqual(["assistant", "text", "call"]);
    const printed = step({ error: { type: "E", message: "no" }, observations: "so far: 3" });
    expect(kindsIn(printed)[1]).toEqual(["tool", "observation", "text"]);
  });

  it("may be a plan, or what the system says", () => {
    expect(
      kindsIn(
        step({}),
        { plan: "1. Look.", model_input_messages: [] },
        { system_prompt: "Be brief." },
      ),
    ).toEqual([
      ["assistant", "text"],
      ["assistant", "text"],
      ["system", "text"],
    ]);
  });
});
