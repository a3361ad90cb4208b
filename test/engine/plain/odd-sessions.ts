import fc from "fast-check";
import { answers } from "../../support/conversations.ts";
import { splitText } from "./split-texts.ts";

/** What a line is, and which line before it it names as its parent: one back, or further. */
interface Step {
  readonly kind: string;
  readonly back: number;
  readonly text: string;
  /** Which of few call ids, replies and threads it has. */
  readonly call: number;
  readonly reply: number;
  readonly thread: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom("call", "result", "call", "result", "text", "user") },
    { weight: 4, arbitrary: fc.constantFrom("thinking", "synthetic", "note", "blocks", "two") },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "boundary",
        "kept",
        "leaf",
        "torn",
        "image",
        "orphan",
        "sent",
        "preview",
      ),
    },
  ),
  back: fc.oneof(
    { weight: 30, arbitrary: fc.constant(1) },
    { weight: 3, arbitrary: fc.integer({ min: 2, max: 4 }) },
    { weight: 1, arbitrary: fc.constantFrom(0, -1, 9) },
  ),
  text: fc.oneof(answers, fc.constant("a result that is long enough to be masked ".repeat(4))),
  call: fc.nat(30),
  reply: fc.nat(3),
  thread: fc.oneof(
    { weight: 30, arbitrary: fc.constant("") },
    { weight: 1, arbitrary: fc.constantFrom("side", "named") },
  ),
});

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** Sessions of Claude Code with rewinds, branches, boundaries, sidechains and lines that are torn. */
export const oddSessions: fc.Arbitrary<Buffer> = fc
  .tuple(
    fc.array(step, { minLength: 8, maxLength: 60, size: "max" }),
    fc.boolean(),
    fc.constantFrom("claude-sonnet-4-5", "claude-opus-5-5"),
  )
  .map(([steps, isPlain, model]) => {
    const lines = ['{"type":"summary","summary":"A session","leafUuid":"none"}'];
    let [calls, asked, reply] = [0, 0, 0];
    for (const [k, each] of steps.entries()) {
      const { kind, back, text, call, thread } = each;
      const n = k + 1;
      if (each.reply === 0) reply++;
      const parent = isPlain ? n - 1 : back < 0 ? 900 : n - back;
      const envelope = {
        parentUuid: parent <= 0 ? null : uuid(parent),
        isSidechain: !isPlain && thread !== "",
        ...(!isPlain && thread === "named" && { agentId: "a1" }),
        sessionId: "s1",
        uuid: uuid(n),
      };
      const line = (type: string, message: object, more: object = {}) =>
        lines.push(JSON.stringify({ ...envelope, type, message, ...more }));
      const said = (block: object, about: object = { model }) =>
        line("assistant", { id: `msg_${reply}`, role: "assistant", ...about, content: [block] });
      const result = (id: string, content: unknown) => ({
        ...{ type: "tool_result", tool_use_id: id, content },
        ...(call === 3 && { is_error: true }),
      });
      const copy = { toolUseResult: { stdout: text, stderr: "" } };
      // Most results answer the call that waits longest, some any.
      const answered = `c${call === 7 && !isPlain ? 1 : Math.min(asked, ++calls)}`;
      if (kind === "call")
        said({ type: "tool_use", id: `c${++asked}`, name: call < 20 ? "Bash" : "Read", input: {} });
      else if (kind === "result")
        line("user", { role: "user", content: [result(answered, text)] }, copy);
      else if (kind === "blocks") {
        const content = splitText(text, call).map((each) => ({ type: "text", text: each }));
        line("user", { role: "user", content: [result(answered, content)] }, copy);
      } else if (kind === "two")
        line("user", { role: "user", content: [result(answered, text), result("c0", text)] }, copy);
      else if (kind === "text") said({ type: "text", text: "So." });
      else if (kind === "thinking") said({ type: "thinking", thinking: "Hm.", signature: "c2ln" });
      else if (kind === "synthetic") said({ type: "text", text }, { model: "<synthetic>" });
      else if (kind === "user") line("user", { role: "user", content: "Go on." });
      else if (kind === "torn") lines.push('{"type":"user","uuid":"x","mess');
      else if (kind === "image") {
        const source = { type: "base64", media_type: "image/png", data: "x".repeat(200) };
        const content = [
          { type: "text", text },
          { type: "image", source },
        ];
        line("user", { role: "user", content: [result(answered, content)] });
      } else if (kind === "leaf")
        lines.push(JSON.stringify({ type: "last-prompt", leafUuid: uuid(parent) }));
      else if (kind === "sent") {
        const content = [result(answered, text), { type: "text", text }];
        const agentId = isPlain || thread !== "named" ? undefined : "a1";
        const message = { role: "user", content };
        lines.push(JSON.stringify({ type: "api-request-blob", sessionId: "s1", agentId, message }));
      } else if (kind === "preview") {
        const agentId = isPlain || thread !== "named" ? undefined : "a1";
        const replacements = [{ kind: "tool-result", toolUseId: answered, replacement: text }];
        lines.push(
          JSON.stringify({ type: "content-replacement", sessionId: "s1", agentId, replacements }),
        );
      } else {
        const isBoundary = kind === "boundary" || kind === "kept";
        const subtype = isBoundary ? "compact_boundary" : "turn_duration";
        const kept = {
          headUuid: uuid(n - call),
          anchorUuid: uuid(n + back),
          tailUuid: uuid(n - 1),
        };
        const more = kind === "kept" && { compactMetadata: { preservedSegment: kept } };
        lines.push(JSON.stringify({ ...envelope, type: "system", subtype, ...more }));
      }
    }
    return Buffer.from(`${lines.join("\n")}\n`);
  });
