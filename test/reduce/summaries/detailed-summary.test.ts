import { describe, expect, it } from "vitest";
import { readChat } from "../../../src/api/chat/read-chat.ts";
import { contractSummary } from "../../../src/reduce/summaries/contract-summary.ts";

function call(id: string, name: string, args: object): object {
  const call = { id, type: "function", function: { name, arguments: JSON.stringify(args) } };
  return { role: "assistant", content: null, tool_calls: [call] };
}

function answer(id: string, content: string): object {
  return { role: "tool", tool_call_id: id, content };
}

function summaryOf(messages: readonly object[]): string[] {
  const { transcript } = readChat(messages as { role: string }[], { findsErrors: true });
  const style = "detailed";
  return contractSummary(transcript, [...transcript.messages], { maxChars: 5000, style }).split(
    "\n",
  );
}

describe("the detailed summary", () => {
  const lines = summaryOf([
    { role: "user", content: "make it fly" },
    call("1", "read_file", { path: "src/a.ts" }),
    answer("1", "a"),
    call("2", "read_file", { path: "src/b.ts" }),
    answer("2", "b"),
    call("3", "edit_file", { path: "src/b.ts", old: "b", new: "c" }),
    answer("3", "done"),
    call("4", "bash", { command: "npm test" }),
    answer("4", "Exit code 1\nError: no wings"),
    call("5", "bash", { command: "npm  test" }),
    answer("5", "Exit code 1\nError: no wings"),
    { role: "user", content: "higher,\nplease" },
    call("6", "bash", { command: "npm test" }),
    answer("6", "all passed"),
    call("7", "bash", { command: "sleep 9" }),
  ]);

  it("says what the user asked for", () => {
    expect(lines).toContain("- User requests: make it fly; higher, please");
  });

  it("tells files read from files changed", () => {
    expect(lines).toContain("- Files read: src/a.ts");
    expect(lines).toContain("- Files changed: src/b.ts");
  });

  it("says of each command how it ended last", () => {
    expect(lines).toContain("- Commands: npm test -> ok; sleep 9 -> no answer");
  });

  it("says of an error how often it came", () => {
    expect(lines).toContain("- Last errors: Error: no wings (2 times)");
  });

  it("has the lines of the contract, and none that would be empty", () => {
    expect(lines[0]).toBe("Conversation summary (detailed):");
    expect(lines).toContain("- Objective: make it fly");
    const bare = summaryOf([{ role: "assistant", content: "hm" }]).join("\n");
    expect(bare).not.toMatch(/User requests|Files|Commands|Last errors/);
  });
});
