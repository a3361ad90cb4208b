import type { Message, Part } from "./message.ts";
import { type Pairs, pairsOf } from "./pairs.ts";
import type { Sequence } from "./sequence.ts";
import { type Turns, turnsOf } from "./turns.ts";

/** The texts behind the parts: outlines hold none, so each is looked up when asked for. */
export interface Texts {
  /** The whole text of a part. */
  text(part: Part): string;
  /** Its first (`count` > 0) or last (`count` < 0) characters, or more. */
  excerpt(part: Part, count: number): string;
  includes(part: Part, literal: string): boolean;
}

/** One conversation, its messages in conversation order. A value: it never changes. */
export interface Transcript extends Texts {
  readonly label: string;
  readonly messages: Sequence<Message>;
  /** All parts, in order. */
  readonly parts: Sequence<Part>;
  /** Messages before this one no longer reach the model. */
  readonly firstLive: number;
  readonly turns: Turns;
  readonly pairs: Pairs;
}

/** Makes a transcript of messages: numbers its turns and joins its pairs, once. */
export function createTranscript(outline: {
  readonly label: string;
  readonly messages: Sequence<Message>;
  readonly texts: Texts;
  readonly firstLive?: number;
}): Transcript {
  const { label, messages, texts, firstLive = 0 } = outline;
  const parts: Part[] = [];
  for (const message of messages) for (const part of message.parts) parts.push(part);
  const turns = turnsOf(messages);
  return {
    label,
    messages,
    parts,
    firstLive,
    turns,
    pairs: pairsOf(parts, turns.of),
    text: (part) => texts.text(part),
    excerpt: (part, count) => texts.excerpt(part, count),
    includes: (part, literal) => texts.includes(part, literal),
  };
}

/** The turn that an observation belongs to: that of its call, else the one it stands in. */
export function turnOfObservation(transcript: Transcript, part: Part): number {
  const mate = transcript.pairs.mate(part.index);
  const call = mate === undefined ? undefined : transcript.parts.at(mate);
  return transcript.turns.of((call ?? part).message);
}

/** The name of the tool that an observation came from. */
export function toolNameOf(transcript: Transcript, part: Part): string | undefined {
  if (part.kind !== "observation") return undefined;
  if (part.toolName !== undefined) return part.toolName;
  const mate = transcript.pairs.mate(part.index);
  const call = mate === undefined ? undefined : transcript.parts.at(mate);
  return call?.kind === "call" ? call.name : undefined;
}

/** The task: the first user message that is no demonstration. */
export function taskOf(transcript: Transcript): Message | undefined {
  for (const message of transcript.messages) {
    const isLive = message.index >= transcript.firstLive;
    const speaks = message.parts.some((part) => part.kind !== "observation");
    if (isLive && message.role === "user" && !message.fixed && speaks) return message;
  }
  return undefined;
}
