import {
  CHAT_ROLES,
  type ChatColumns,
  type ChatRole,
  RESULT,
  RESULT_STRIDE,
} from "../../../json/tape/chat-table.ts";
import { NOTED, NOTED_STRIDE, type NotedMessages } from "../../../json/tape/masked-rows.ts";

/** The messages, calls and results of a conversation, by their numbers from 0: as the kernel noted them. */
export class NotedConversation {
  readonly messages: number;
  readonly calls: number;
  readonly results: number;
  private readonly columns: ChatColumns;
  private readonly noted: Int32Array;
  private readonly notedCalls: Int32Array;

  private constructor(columns: ChatColumns, messages: Int32Array, calls: Int32Array) {
    this.columns = columns;
    this.messages = columns.messages;
    this.calls = calls.length / NOTED_STRIDE;
    this.results = columns.count;
    this.noted = messages;
    this.notedCalls = calls;
  }

  /** Undefined if there are more messages or calls than the kernel notes. */
  static of(columns: ChatColumns, noted: NotedMessages): NotedConversation | undefined {
    const { messages, calls } = noted;
    return calls && new NotedConversation(columns, messages, calls);
  }

  role(message: number): ChatRole {
    return CHAT_ROLES[((this.noted[2 * message] ?? 0) & 7) - 1] ?? "tool";
  }

  /** The newest turn that had begun by then. */
  turn(message: number): number {
    return (this.noted[2 * message] ?? 0) >> 3;
  }

  charsBefore(message: number): number {
    return message < this.messages ? (this.noted[2 * message + 1] ?? 0) : this.columns.chars;
  }

  charsOf(message: number): number {
    return this.charsBefore(message + 1) - this.charsBefore(message);
  }

  /** The message of a call. */
  caller(call: number): number {
    return this.call(call, NOTED.message) - 1;
  }

  /** The result that answers a call; -1 if none does. */
  answerTo(call: number): number {
    return this.call(call, NOTED.result) - 1;
  }

  /** The name and the arguments of a call: nodes, -1 for none. */
  nameOf(call: number): number {
    return this.call(call, NOTED.name);
  }

  argumentsOf(call: number): number {
    return this.call(call, NOTED.args);
  }

  /** An integer of a result, see `RESULT`. */
  result(result: number, column: number): number {
    return this.columns.results[result * RESULT_STRIDE + column] ?? 0;
  }

  /** The message of a result. */
  answerer(result: number): number {
    return this.result(result, RESULT.message) - 1;
  }

  private call(call: number, place: number): number {
    return this.notedCalls[call * NOTED_STRIDE + place] ?? 0;
  }
}
