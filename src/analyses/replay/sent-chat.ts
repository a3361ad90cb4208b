import type { Reduction } from "../../reduce/pipeline/reduction.ts";
import type { Step } from "../../reduce/windows/window-ends.ts";
import type { Message, Part } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";

/** A message in OpenAI's shape, whatever it was read from. Images are left out. */
export type SentMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | {
      readonly role: "assistant";
      readonly content: string | null;
      /** The model's reasoning, under the name that servers of open models use. */
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly SentCall[];
    }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };

/** A call in OpenAI's shape. */
export interface SentCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/**
 * The messages sent at a step after a reduction. Pieces of a reply on several lines become one message. The result
 * of a call written as text stays a user message.
 */
export function sentAt(
  transcript: Transcript,
  reduction: Pick<Reduction, "replacements" | "edits" | "condensation">,
  step: Step,
): readonly SentMessage[] {
  const { messages, turns, firstLive } = transcript;
  const { condensation } = reduction;
  const texts = new Map<number, string>();
  for (const { part, text } of reduction.replacements()) texts.set(part.index, text);
  for (const { part, text } of reduction.edits()) texts.set(part.index, text);
  const dropped = condensation?.drop.indices;
  const chat = new ChatWriter(transcript, texts);
  const end = Math.max(firstLive, turns.messagesUpTo(step));
  for (let index = firstLive; index < end; index++) {
    if (index === condensation?.before?.index) chat.summary(condensation.summary);
    const message = messages.at(index);
    if (message !== undefined && !dropped?.has(index)) chat.message(message);
  }
  if (condensation !== undefined && condensation.before === undefined)
    chat.summary(condensation.summary);
  return chat.messages;
}

/** The model's reply in a turn, as one message: everything before the first result. */
export function replyOf(transcript: Transcript, turn: number): SentMessage | undefined {
  const { messages, turns } = transcript;
  const chat = new ChatWriter(transcript, new Map());
  for (let index = turns.messagesUpTo(turn - 1); index < turns.messagesUpTo(turn); index++) {
    const message = messages.at(index);
    if (message !== undefined) chat.message(message);
  }
  return chat.messages.find(({ role }) => role === "assistant");
}

/** A message under construction. */
interface Draft {
  readonly role: "system" | "user" | "assistant";
  content: string;
  reasoning: string;
  readonly calls: SentCall[];
}

/** Builds chat messages from parts. */
class ChatWriter {
  readonly messages: SentMessage[] = [];
  private readonly transcript: Transcript;
  private readonly texts: ReadonlyMap<number, string>;
  private draft: Draft | undefined;

  constructor(transcript: Transcript, texts: ReadonlyMap<number, string>) {
    this.transcript = transcript;
    this.texts = texts;
  }

  summary(text: string | undefined): void {
    if (text !== undefined) this.messages.push({ role: "user", content: text });
  }

  message({ role, parts }: Message): void {
    const own = role === "tool" ? "user" : role;
    if (own !== "assistant") this.draft = undefined;
    for (const part of parts) this.part(own, part);
    if (own !== "assistant") this.draft = undefined;
  }

  private part(role: Draft["role"], part: Part): void {
    const { transcript } = this;
    switch (part.kind) {
      case "text":
        this.write(role, "content", transcript.text(part));
        return;
      case "reasoning":
        this.write(role, "reasoning", this.texts.get(part.index) ?? transcript.text(part));
        return;
      case "call":
        // A call without a name is written as text.
        if (part.name !== "")
          this.call(
            part,
            this.texts.get(part.index) ?? transcript.text(part).slice(part.name.length),
          );
        return;
      case "observation":
        this.observation(part, this.texts.get(part.index) ?? transcript.text(part));
        return;
      case "image":
        this.write(role, "content", this.texts.get(part.index) ?? "");
        return;
      default:
        part satisfies never;
    }
  }

  private write(role: Draft["role"], key: "content" | "reasoning", text: string): void {
    if (text === "") return;
    const draft = this.draftOf(role);
    draft[key] = draft[key] === "" ? text : `${draft[key]}\n${text}`;
    this.put(draft);
  }

  private call(part: Part & { kind: "call" }, args: string): void {
    const draft = this.draftOf("assistant");
    const { name } = part;
    draft.calls.push({
      id: this.idOf(part),
      type: "function",
      function: { name, arguments: args === "" ? "{}" : args },
    });
    this.put(draft);
  }

  private observation(part: Part, content: string): void {
    this.draft = undefined;
    const mate = this.transcript.pairs.mate(part.index);
    const call = mate === undefined ? undefined : this.transcript.parts.at(mate);
    if (call?.kind === "call" && call.name !== "")
      this.messages.push({ role: "tool", tool_call_id: this.idOf(call), content });
    else this.messages.push({ role: "user", content });
  }

  private idOf(call: Part): string {
    return this.transcript.callId(call) ?? `call_${call.index}`;
  }

  /** The message to extend, or a new one. */
  private draftOf(role: Draft["role"]): Draft {
    if (this.draft?.role === role) {
      this.messages.pop();
      return this.draft;
    }
    this.draft = { role, content: "", reasoning: "", calls: [] };
    return this.draft;
  }

  private put({ role, content, reasoning, calls }: Draft): void {
    this.messages.push(
      role === "assistant"
        ? {
            role,
            content: content === "" ? null : content,
            ...(reasoning !== "" && { reasoning_content: reasoning }),
            ...(calls.length > 0 && { tool_calls: [...calls] }),
          }
        : { role, content },
    );
  }
}
