import { describe, expect, it } from "vitest";
import { reduce } from "../../../src/api/chat/reduce-chat.ts";
import { mainArguments } from "../../../src/reduce/texts/main-arguments.ts";

describe("the main arguments of a call", () => {
  it.each([
    ["a path", '{"file_path":"src/a.ts","limit":20}', "src/a.ts"],
    ["the same key written otherwise", '{"limit":20,"filePath":"src/a.ts"}', "src/a.ts"],
    ["a command", '{"timeout":5,"command":"npm test"}', "npm test"],
    ["a command in words", '{"command":["bash","-lc","ls"]}', "bash -lc ls"],
    ["several, in their order", '{"pattern":"TODO","path":"src"}', "TODO src"],
    ["all of them, where none stands out", '{"user_id":"ada_7"}', '{"user_id":"ada_7"}'],
    ["all of them, where the main one is no text", '{"path":{"a":1}}', '{"path":{"a":1}}'],
    ["all of them, where the main one is empty", '{"path":"","n":1}', '{"path":"","n":1}'],
    ["a string", '"ls -l"', "ls -l"],
    ["a list as it is", "[1, 2]", "[1, 2]"],
    ["text that is not JSON", "ls -l", "ls -l"],
    ["nothing for a call without any", "{}", ""],
  ])("are %s", (_, args, expected) => {
    expect(mainArguments(args)).toBe(expected);
  });
});

describe("a placeholder with {args} and {exit}", () => {
  const placeholder = "[observed {toolName} {args}: {exit}]";
  const masked = (args: string, content: string, options = {}) => {
    const call = { id: "1", type: "function", function: { name: "run", arguments: args } };
    const messages = [
      { role: "user", content: "task" },
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "1", content },
      { role: "tool", tool_call_id: "2", content: "o".repeat(300) },
    ];
    const all = { placeholder, preserveRecentRawTurns: 0, ...options };
    const once = reduce(messages, all).messages;
    expect(reduce(once, all).messages).toBe(once);
    return once.slice(2).map((message) => message.content);
  };
  const text = `Exit code: 2\n${"o".repeat(300)}`;

  it("says what the call was, and how it ended", () => {
    expect(masked('{"command":"make\\n  all"}', text)[0]).toBe("[observed run make all: exit 2]");
  });

  it("clips arguments at 80 chars, never within a pair", () => {
    const [content] = masked(
      JSON.stringify({ command: `${"c".repeat(76)}😀${"d".repeat(9)}` }),
      text,
    );
    expect(content).toBe(`[observed run ${"c".repeat(76)}...: exit 2]`);
  });

  it("has no arguments where the call is not known", () => {
    expect(masked("{}", text)[1]).toBe("[observed unknown : ok]");
  });

  it.each([12, 24, 30])("is known again when it is clipped to %i chars", (maxObservationChars) => {
    const [content] = masked('{"path":"a/b"}', text, { maxObservationChars });
    expect(content?.length).toBeLessThanOrEqual(maxObservationChars);
  });
});
