import { expect, it } from "vitest";
import { crewai } from "../../src/formats/crewai.ts";
import { detected } from "../support/detected.ts";
import { foundIn } from "../support/found.ts";

const task = (...messages: object[]) => ({
  agent: "counter",
  expected_output: "a number",
  messages,
});
const user = { role: "user", content: "Count." };
const result = { role: "tool", tool_call_id: "c1", name: "look", content: "12 bolts" };
const failure = { tool_name: "look", failure: { message: "no shelf" } };

it("has a transcript for each task, and copies of what failed", () => {
  const { messages, sides } = foundIn(crewai, {
    tasks_output: [task(user, result), { ...task(user), tool_failures: [failure] }],
  });
  expect(messages.map(({ role, about: { thread } }) => [role, thread])).toEqual([
    ["user", "0"],
    ["tool", "0"],
    ["user", "1"],
  ]);
  expect(messages[1]?.parts).toMatchObject([{ callId: "c1", toolName: "look", text: "12 bolts" }]);
  expect(sides).toEqual([[failure]]);
});

it("is a task's output too, but not one without messages", () => {
  expect(detected(task(user))).toBe("crewai");
  expect(detected({ tasks_output: [task()] })).toBeUndefined();
  expect(detected({ agent: "counter", messages: [user] })).not.toBe("crewai");
});
