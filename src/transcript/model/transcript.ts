import type { Message, ObservationPart, Part, Role } from "./message.ts";
import type { Outline } from "./outline.ts";
import type { Pairs } from "./pairs.ts";
import type { RequestUsage } from "./request-usage.ts";
import type { Sequence } from "./sequence.ts";
import type { Turns } from "./turns.ts";

/** The texts of parts, each read when it is needed, since outlines hold none. */
export interface Texts {
  /** The whole text of a part. */
  text(part: Part): string;
  /** The bytes of its text, of a call its arguments, if they lie together. Valid until the next text is read. */
  raw(part: Part): RawText | undefined;
  /** Its first (`count` > 0) or last (`count` < 0) characters, or more. */
  excerpt(part: Part, count: number): string;
  /**
   * Whether it holds a literal of ASCII without quotes and backslashes. Any other may be written with escapes in a
   * file, and missed: search `text` for it.
   */
  includes(part: Part, literal: string): boolean;
  /**
   * False where a text is certain not to begin (or end) with an ASCII character, or with that and one
   * before it; cheap.
   */
  mayBeginWith(part: Part, code: number): boolean;
  mayEndWith(part: Part, code: number, before?: number): boolean;
  /** A digest of the text: equal for equal texts. */
  fingerprint(part: Part): string;
  /** The id of a call, or of the call that an observation names; `NO_CALL` if it answers none. */
  callId(part: Part): string | undefined;
  /**
   * The bytes saved in the input by replacing a part by another text: a call's arguments, an image, or an
   * observation with its images. Negative if it would get larger; 0 if the part cannot be replaced.
   */
  savedBytes(part: Part, text: string): number;
}

/** The bytes of a text in a file. */
export interface RawText {
  readonly bytes: Uint8Array;
  /** Whether they are those between the quotes of a JSON string; else they are the text itself. */
  readonly isEscaped: boolean;
}

/** One conversation, its messages in conversation order. A value: it never changes. */
export interface Transcript extends Texts {
  readonly label: string;
  readonly messages: Sequence<Message>;
  /** All parts, in order. */
  readonly parts: Sequence<Part>;
  observations(): Iterable<ObservationPart>;
  /** The chars of all messages before this one. */
  charsBefore(message: number): number;
  /** The kind and the chars of a part, by its number, without an object for it. */
  kindOf(part: number): Part["kind"];
  charsOf(part: number): number;
  /** The number of the first part of a message, if it has any; past the last message, the number of parts. */
  firstPartOf(message: number): number;
  roleOf(message: number): Role;
  isFixed(message: number): boolean;
  /** Whether any message has a tag. */
  readonly hasTags: boolean;
  tagsOf(message: number): readonly string[];
  /** The message that a part belongs to. */
  messageOf(part: number): number;
  /** The name of a call, or of the tool that an observation came from. */
  toolName(part: Part): string | undefined;
  /** Messages before this one no longer reach the model. */
  readonly firstLive: number;
  readonly turns: Turns;
  readonly pairs: Pairs;
  /** The provider's token counts for the requests of turns, by turn, if recorded. */
  readonly usage: ReadonlyMap<number, RequestUsage>;
  /** The models that wrote messages, by message, if the input names them and reading looked for them. */
  readonly models: ReadonlyMap<number, string>;
  /** Whether there is reasoning that must go back to its provider unchanged. */
  readonly hasSigned: boolean;
}

/** A transcript from its outline and access to its texts. Valid until the outline is cleared. */
export function createTranscript(
  outline: Outline,
  {
    label,
    texts,
    firstLive = 0,
  }: { readonly label: string; readonly texts: Texts; readonly firstLive?: number },
): Transcript {
  return {
    label,
    firstLive,
    messages: outline.messages,
    parts: outline.parts,
    turns: outline.turns,
    pairs: outline.pairs,
    usage: outline.usage,
    models: outline.models,
    hasSigned: outline.hasSigned,
    observations: () => outline.observations(),
    charsBefore: (message) => outline.charsBefore(message),
    kindOf: (part) => outline.kindOf(part),
    charsOf: (part) => outline.charsOf(part),
    firstPartOf: (message) =>
      message < outline.messages.length ? outline.firstPartOf(message) : outline.parts.length,
    roleOf: (message) => outline.roleOf(message),
    isFixed: (message) => outline.isFixed(message),
    hasTags: outline.hasTags,
    tagsOf: (message) => outline.tagsOf(message),
    messageOf: (part) => outline.messageOf(part),
    toolName: ({ index }) => outline.toolName(index),
    // One by one: a spread makes rows 5% slower.
    text: texts.text,
    raw: texts.raw,
    excerpt: texts.excerpt,
    includes: texts.includes,
    mayBeginWith: texts.mayBeginWith,
    mayEndWith: texts.mayEndWith,
    fingerprint: texts.fingerprint,
    callId: texts.callId,
    savedBytes: texts.savedBytes,
  };
}

/** The turn of an observation: that of its call, else that of its own message. */
export function turnOfObservation(transcript: Transcript, part: Part): number {
  const call = transcript.pairs.mate(part.index);
  return transcript.turns.of(call === undefined ? part.message : transcript.messageOf(call));
}

/** The number of tool turns before the first live message. */
export function deadToolTurns({
  turns,
  firstLive,
}: Pick<Transcript, "turns" | "firstLive">): number {
  return turns.toolTurnsUpTo(firstLive === 0 ? turns.before : turns.of(firstLive - 1));
}

/** The task: the first user message that is no demonstration. */
export function taskOf(
  transcript: Pick<Transcript, "firstLive"> & { readonly messages: Iterable<Message> },
): Message | undefined {
  for (const message of transcript.messages) {
    const isLive = message.index >= transcript.firstLive;
    const speaks = message.parts.some((part) => part.kind !== "observation");
    if (isLive && message.role === "user" && !message.fixed && speaks) return message;
  }
  return undefined;
}
