import type { Message, Part } from "../../transcript/model/message.ts";
import type { Pairs } from "../../transcript/model/pairs.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import type { Texts, Transcript } from "../../transcript/model/transcript.ts";

/** A transcript, as a summary reads it. */
export interface SummarySource
  extends Pick<Texts, "text" | "excerpt">,
    Pick<Transcript, "firstLive" | "hasTags"> {
  readonly messages: Iterable<Message>;
  readonly parts: Pick<Sequence<Part>, "at">;
  readonly pairs: Pick<Pairs, "mate">;
}

/** The messages that a summary replaces, in order. */
export interface MessagesToDrop extends Iterable<Message> {
  /** The newest first. */
  backwards(): Iterable<Message>;
}
