/** The work for a session with many compactions grows with their number, and not with the square of it. */
import { expect, it } from "vitest";
import { compare } from "../../../src/api/compare.ts";
import { stepsOf } from "../../support/steps.ts";

/** Lines of a round: a call, its result, and a compaction. */
const ROUNDS: Readonly<Record<string, (round: number) => readonly object[]>> = {
  "Claude Code"(round) {
    const line = (name: string, parent: string | null, rest: object) => ({
      ...{ parentUuid: parent, isSidechain: false, sessionId: "s", uuid: `${name}${round}` },
      ...rest,
    });
    const says = (role: string, content: unknown) => ({ type: role, message: { role, content } });
    const answer = { type: "tool_result", tool_use_id: `c${round}`, content: RESULT };
    const call = { type: "tool_use", id: `c${round}`, name: "Bash", input: { command: "make" } };
    const summary = says("user", "This session is being continued.");
    return [
      line("a", round === 0 ? null : `s${round - 1}`, says("assistant", [call])),
      line("r", `a${round}`, says("user", [answer])),
      line("b", null, { type: "system", subtype: "compact_boundary" }),
      line("s", `b${round}`, { ...summary, isCompactSummary: true }),
    ];
  },
  Codex(round) {
    const item = (payload: object) => ({ type: "response_item", payload });
    const id = `c${round}`;
    const said = [{ type: "input_text", text: "Go on." }];
    const message = { type: "message", role: "user", content: said };
    return [
      item({ type: "function_call", name: "exec", arguments: "{}", call_id: id }),
      item({ type: "function_call_output", call_id: id, output: RESULT }),
      { type: "compacted", payload: { message: "", replacement_history: [message] } },
    ];
  },
  pi(round) {
    const id = (name: string, at = round) => `${name}${at}`;
    const line = (name: string, parentId: string | null, rest: object) => ({
      ...{ id: id(name), parentId },
      ...rest,
    });
    const call = { type: "toolCall", id: id("t"), name: "bash", arguments: {} };
    const content = [{ type: "text", text: RESULT }];
    const result = { role: "toolResult", toolCallId: id("t"), toolName: "bash", content };
    const message = (rest: object) => ({ type: "message", message: rest });
    const compaction = { type: "compaction", summary: "So far.", firstKeptEntryId: id("a") };
    return [
      ...(round === 0 ? [{ type: "session", version: 3, id: "s", cwd: "/" }] : []),
      line(
        "a",
        round === 0 ? null : id("c", round - 1),
        message({ role: "assistant", content: [call] }),
      ),
      line("r", id("a"), message(result)),
      line("c", id("r"), compaction),
    ];
  },
  Droid(round) {
    const line = (name: string, rest: object) => ({ id: `${name}${round}`, ...rest });
    const message = (role: string, block: object) => ({
      type: "message",
      message: { role, content: [block] },
    });
    const answer = { type: "tool_result", tool_use_id: `t${round}`, content: RESULT };
    return [
      ...(round === 0 ? [{ type: "session_start", id: "s", cwd: "/", version: 2 }] : []),
      line(
        "a",
        message("assistant", { type: "tool_use", id: `t${round}`, name: "Execute", input: {} }),
      ),
      line("r", message("user", answer)),
      line("c", {
        ...{ type: "compaction_state", summaryText: "So far." },
        anchorMessage: { id: `r${round}`, index: 0 },
      }),
    ];
  },
  Kiro(round) {
    const line = (kind: string, data: object) => ({ version: "v1", kind, data });
    const text = [{ kind: "text", data: RESULT }];
    const call = { toolUseId: `c${round}`, name: "shell", input: {} };
    const result = { toolUseId: `c${round}`, content: text, status: "success" };
    return [
      line("AssistantMessage", {
        message_id: `a${round}`,
        content: [{ kind: "toolUse", data: call }],
      }),
      line("ToolResults", {
        message_id: `r${round}`,
        content: [{ kind: "toolResult", data: result }],
      }),
      line("Clear", {}),
    ];
  },
};

const RESULT = "The build took a while, and then it was done. ".repeat(3);
const FEW = 40;
const TIMES = 4;

it.each(Object.entries(ROUNDS))("is linear in sessions of %s", (_, round) => {
  const session = (count: number) => {
    const lines = Array.from({ length: count }, (_, k) => round(k)).flat();
    return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  };
  const compared = (count: number) => compare(session(count), { windows: [1], every: [1] });
  expect(compared(FEW).transcripts[0]?.contexts).toBeGreaterThanOrEqual(FEW);
  const few = stepsOf(() => compared(FEW));
  const many = stepsOf(() => compared(FEW * TIMES));
  expect(many).toBeLessThan(few * TIMES * 1.5);
});
