import fc from "fast-check";
import { answers } from "../../support/conversations.ts";
import { splitText } from "./split-texts.ts";

/** A line of a rollout, or a few that belong together. */
interface Step {
  readonly kind: string;
  readonly text: string;
  /** Which of few forms it has. */
  readonly form: number;
  /** In which blocks its text is, if it is in blocks. */
  readonly split: number;
  /** Which of the calls so far a result answers, or a copy names, one back or further. */
  readonly back: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom("call", "output", "call", "output", "text", "user") },
    { weight: 10, arbitrary: fc.constantFrom("custom", "copy", "reasoning", "usage", "search") },
    { weight: 2, arbitrary: fc.constantFrom("compacted", "item", "context", "snapshot", "bound") },
    { weight: 1, arbitrary: fc.constantFrom("summarized", "rolled back", "torn", "image", "odd") },
  ),
  text: fc.oneof(answers, fc.constant("a result that is long enough to be masked ".repeat(4))),
  form: fc.nat(11),
  split: fc.nat(11),
  back: fc.oneof(
    { weight: 20, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
  ),
});

/** Rollouts of Codex with copies that name a call, compactions, rolled back turns and lines that are torn. */
export const oddRollouts: fc.Arbitrary<Buffer> = fc
  .array(step, { minLength: 8, maxLength: 50, size: "max" })
  .map((steps) => {
    const rollout = new Rollout();
    for (const each of steps) rollout.add(each);
    return Buffer.from(`${rollout.lines.join("\n")}\n`);
  });

class Rollout {
  readonly lines: string[] = [];
  private items: object[] = [];
  private calls = 0;
  private answered = 0;

  constructor() {
    this.line("session_meta", { id: "t1", cwd: "/repo", base_instructions: { text: "Be good." } });
  }

  add({ kind, text, form, split, back }: Step): void {
    const answered = `c${Math.max(1, Math.min(this.calls, this.answered + 1) - back)}`;
    switch (kind) {
      case "call":
        this.item({ type: "function_call", name: NAMES[form % 3], ...ARGS, call_id: this.next() });
        break;
      case "custom":
        this.item({
          type: "custom_tool_call",
          name: "apply_patch",
          input: text,
          call_id: this.next(),
        });
        break;
      case "output":
        this.answered++;
        this.item({
          type: form < 9 ? "function_call_output" : "custom_tool_call_output",
          ...{ call_id: answered, output: outputOf(text, { form, split }) },
        });
        break;
      case "image":
        this.item({ type: "function_call_output", call_id: answered, output: [...PICTURE] });
        break;
      case "text":
        this.said("assistant", "output_text", "So.");
        break;
      case "user":
        this.said("user", "input_text", form < 8 ? text : "<environment_context>x");
        break;
      case "search":
        this.item({ type: "web_search_call", status: "completed", action: { query: "x" } });
        break;
      case "reasoning":
        this.item({ type: "reasoning", summary: [], encrypted_content: "Z0FB" });
        break;
      case "bound":
        this.line("turn_context", { cwd: "/repo", model: form < 4 ? "gpt-6.2-sol" : "gpt-5.4" });
        break;
      case "snapshot":
        this.item({ type: "ghost_snapshot", ghost_commit: { id: "1" } });
        break;
      case "torn":
        this.lines.push('{"timestamp":"t","type":"response_item","payl');
        break;
      case "odd":
        this.lines.push('{"type":"response_item","payload":{"type":"nobody_knows","text":"x"}}');
        break;
      case "compacted":
      case "summarized":
        this.compact(kind, { text, form });
        break;
      default:
        this.event(kind, { text, form, callId: `c${Math.max(1, this.calls - back)}` });
    }
  }

  private event(kind: string, about: { text: string; form: number; callId: string }): void {
    const { text, form, callId } = about;
    if (kind === "copy") {
      const type = form < 9 ? "exec_command_end" : "mcp_tool_call_end";
      const copy = { stdout: text, aggregated_output: text, result: { Ok: { content: [text] } } };
      this.line("event_msg", { type, call_id: callId, ...copy, exit_code: 0 });
    } else if (kind === "item") {
      const id = form < 6 ? callId : `exec-${form}`;
      const changes = { "a.ts": { type: "add", content: text } };
      const copies = form % 3 === 0 ? { changes, stdout: text } : { aggregated_output: text };
      const item = { type: "CommandExecution", id, ...copies };
      this.line("event_msg", { type: "item_completed", item });
    } else if (kind === "rolled back")
      this.line("event_msg", { type: "thread_rolled_back", num_turns: 1 + (form % 2) });
    else if (kind === "context") this.line("world_state", { full: true, state: {} });
    else this.line("event_msg", { type: "token_count", info: { used_percent: 12.5 } });
  }

  private compact(kind: string, { text, form }: { text: string; form: number }): void {
    const stays = this.items.slice(-(form + 1));
    const summary = { type: "message", role: "user", content: [{ type: "input_text", text }] };
    if (kind === "summarized") this.line("compacted", { message: text });
    else {
      this.items = form < 6 ? [summary] : [...stays, summary];
      this.line("compacted", { message: "", replacement_history: this.items });
    }
  }

  private said(role: string, type: string, text: string): void {
    this.item({ type: "message", role, content: [{ type, text }] });
  }

  private next(): string {
    return `c${++this.calls}`;
  }

  private item(payload: object): void {
    this.items.push(payload);
    this.line("response_item", payload);
  }

  private line(type: string, payload: object): void {
    this.lines.push(JSON.stringify({ timestamp: "2026-01-01T00:00:00.000Z", type, payload }));
  }
}

const NAMES = ["shell", "exec_command", "view_image"];
const ARGS = { arguments: '{"cmd":"ls -la","workdir":"/repo"}' };
const PICTURE = [
  { type: "input_text", text: "a picture" },
  { type: "input_image", image_url: `data:image/png;base64,${"x".repeat(200)}` },
];

/** An output in one of the forms that Codex has for it; most are strings. */
function outputOf(text: string, { form, split }: { form: number; split: number }): unknown {
  const metadata = { exit_code: form === 7 ? 1 : 0, duration_seconds: 0.1 };
  if (form === 6 || form === 7) return JSON.stringify({ output: text, metadata });
  if (form === 5) return JSON.stringify({ metadata, [split < 6 ? "output" : "text"]: [text] });
  if (form < 8) return text;
  return splitText(text, split).map((each) => ({ type: "input_text", text: each }));
}
