import { describe, expect, it } from "vitest";
import { readChat } from "../../../src/api/chat/read-chat.ts";
import type { SummaryStyle } from "../../../src/reduce/pipeline/option-values.ts";
import { contractSummary } from "../../../src/reduce/summaries/contract-summary.ts";
import { MessageSet } from "../../../src/transcript/model/message-set.ts";

function call(id: string, name: string, args: object): object {
  const call = { id, type: "function", function: { name, arguments: JSON.stringify(args) } };
  return { role: "assistant", content: null, tool_calls: [call] };
}

function answer(id: string, content: string): object {
  return { role: "tool", tool_call_id: id, content };
}

function summaryOf(messages: readonly object[], style: SummaryStyle = "detailed"): string[] {
  const { transcript } = readChat(messages as { role: string }[], { findsErrors: true });
  const all = new MessageSet(transcript.messages, messages.keys());
  return contractSummary(transcript, all, { maxChars: 5000, style }).split("\n");
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

describe("the summary for reference", () => {
  function edit(number: number, ...paths: string[]): object {
    const patch = ["*** Begin Patch", ...paths.map((path) => `*** Delete File: ${path}`)];
    return call(`${number}`, "apply_patch", { input: [...patch, "*** End Patch"].join("\n") });
  }

  function run(number: number, command: string, output: string): object[] {
    return [call(`${number}`, "bash", { command }), answer(`${number}`, output)];
  }

  function done(messages: readonly object[]): string | undefined {
    return summaryOf(messages, "reference").find((line) => line.startsWith("- Done: "));
  }

  it("names the files changed last, each where it was changed last", () => {
    const files = Array.from({ length: 12 }, (_, k) => edit(k, `${k}.ts`));
    expect(done([...files, edit(12, "3.ts", "2.ts"), edit(13, "11.ts")])).toBe(
      `- Done: ${[6, 7, 8, 9, 10, 3, 2, 11].map((k) => `changed ${k}.ts`).join("; ")}`,
    );
  });

  it("names the commands run last, with their last outcome, after the files", () => {
    const runs = Array.from({ length: 9 }, (_, k) => run(k, `make ${k}`, "fine")).flat();
    const messages = [
      ...runs,
      ...run(9, "make 7", "Exit code 2\nno rule"),
      edit(10, "a.ts"),
      call("11", "bash", { command: "sleep 9" }),
      { role: "user", content: "stop" },
    ];
    const commands = [4, 5, 6, 8].map((k) => `ran make ${k} -> ok`);
    expect(done(messages)).toBe(
      `- Done: changed a.ts; ${[...commands, "ran make 7 -> exit 2", "ran sleep 9 -> no answer"].join("; ")}`,
    );
  });

  it("leaves out changes that failed", () => {
    const failed = {
      role: "tool",
      tool_call_id: "1",
      content: "Error: no such file",
      is_error: true,
    };
    expect(done([edit(1, "a.ts"), failed, edit(2, "b.ts")])).toBe("- Done: changed b.ts");
  });
});
