import type { Message, ObservationPart } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";

/** The messages that reach the model, made one after another. */
export function* liveMessages({ messages, firstLive }: Transcript): Iterable<Message> {
  for (let index = firstLive; index < messages.length; index++) {
    const message = messages.at(index);
    if (message !== undefined) yield message;
  }
}

/** The observations that reach the model. */
export function* liveObservations(transcript: Transcript): Iterable<ObservationPart> {
  for (const part of transcript.observations())
    if (part.message >= transcript.firstLive) yield part;
}
