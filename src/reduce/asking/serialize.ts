import type { Message, Part } from "../../transcript/model/message.ts";
import { SUMMARY_TAG } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { argumentsOf } from "../pipeline/call-of.ts";
import { head } from "../texts/clip.ts";

/** Chars of an observation, and of the arguments of a call, that a prompt has at most. */
export const MOST_CHARS = 2000;

/** Messages as text for a model: unmasked, without reasoning. */
export function serialize(transcript: Transcript, messages: Iterable<Message>): string {
  return [...messages].flatMap((message) => [...pieces(transcript, message)]).join("\n\n");
}

function* pieces(transcript: Transcript, message: Message): Iterable<string> {
  const isSummary = message.tags.includes(SUMMARY_TAG);
  for (const part of message.parts) {
    const text = shown(transcript, part);
    if (text === undefined) continue;
    const who = isSummary ? "summary of what came before" : whoIn(transcript, message, part);
    yield `[${who}]\n${text}`;
  }
}

function shown(transcript: Transcript, part: Part): string | undefined {
  if (part.kind === "image" || part.kind === "reasoning") return undefined;
  if (part.kind === "call") return cut(argumentsOf(transcript, part));
  const text = transcript.text(part);
  if (text.trim() === "") return undefined;
  return part.kind === "observation" ? cut(text) : text;
}

function whoIn(transcript: Transcript, { role }: Message, part: Part): string {
  if (part.kind === "call") return `call of ${part.name}`;
  if (part.kind !== "observation") return role;
  const tool = transcript.toolName(part) ?? "";
  return `${part.isError ? "error" : "result"}${tool === "" ? "" : ` of ${tool}`}`;
}

/** A text of at most `MOST_CHARS`: its start, a note of the omission, its end. */
export function cut(text: string): string {
  if (text.length <= MOST_CHARS) return text;
  const half = (MOST_CHARS - 40) / 2;
  const end = text.slice(-half);
  const first = end.charCodeAt(0);
  const isHalf = first >= 0xdc00 && first < 0xe000;
  return `${head(text, half)}\n[… ${text.length - 2 * half} chars cut …]\n${isHalf ? end.slice(1) : end}`;
}
