import { IndexSet } from "../../base/index-set.ts";
import type { Message } from "./message.ts";
import type { Sequence } from "./sequence.ts";

/** Some messages of a transcript, in conversation order, made when they are read. */
export class MessageSet implements Iterable<Message> {
  /** Their numbers. */
  readonly indices: IndexSet;
  private readonly messages: Sequence<Message>;

  constructor(messages: Sequence<Message>, indices: Iterable<number>) {
    this.messages = messages;
    this.indices = new IndexSet(messages.length, indices);
  }

  get size(): number {
    return this.indices.size;
  }

  has({ index }: Message): boolean {
    return this.indices.has(index);
  }

  get first(): Message | undefined {
    return this.at(this.indices.first);
  }

  get last(): Message | undefined {
    return this.at(this.indices.last);
  }

  *[Symbol.iterator](): Iterator<Message> {
    for (const index of this.indices) yield this.messages.at(index) as Message;
  }

  /** The newest first. */
  *backwards(): Iterable<Message> {
    for (const index of this.indices.backwards()) yield this.messages.at(index) as Message;
  }

  private at(index: number | undefined): Message | undefined {
    return index === undefined ? undefined : this.messages.at(index);
  }
}
