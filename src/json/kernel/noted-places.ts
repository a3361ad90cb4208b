import { NOTED_STRIDE, type NotedMessages } from "../tape/masked-rows.ts";
import { CHAT_RESULTS } from "./kernel-chat.ts";
import { NOTED_MESSAGE, NOTED_MESSAGES, SAVED, TURNS } from "./row-places.ts";

/** The messages and calls that the kernel notes, in its memory: see assembly/chat/noted-messages.ts. */
export class NotedPlaces {
  private readonly bytes: Buffer;
  private readonly start: number;

  /** `start`: of the memory of rows. */
  constructor(bytes: Buffer, start: number) {
    this.bytes = bytes;
    this.start = start;
  }

  /** The messages of the conversation that was masked last, and its calls: a negative number if there are too many. */
  read(calls: number): NotedMessages {
    const callsAt = TURNS + 4 * NOTED_MESSAGE * NOTED_MESSAGES;
    return {
      messages: this.integers(TURNS, NOTED_MESSAGE * NOTED_MESSAGES),
      calls: calls < 0 ? undefined : this.integers(callsAt, NOTED_STRIDE * calls),
      saved: this.integers(SAVED, CHAT_RESULTS),
    };
  }

  private integers(place: number, length: number): Int32Array {
    return new Int32Array(this.bytes.buffer, this.start + place, length);
  }
}
