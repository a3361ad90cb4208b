import { shown } from "../../base/arguments.ts";
import { unknownShape } from "../chat/chat-types.ts";
import { type LoopOptions, loopPolicy } from "./compactor-options.ts";
import { Conversation } from "./conversation.ts";
import type { ReaderFinder } from "./loop-reader.ts";
import type { CompactorStats } from "./loop-stats.ts";
import { type ReadBackTool, readBack, readBackTool } from "./read-back.ts";

/** Compacts the prompts of one conversation, call by call. */
export interface LoopCompactor<Base extends object = object> {
  /**
   * The messages to send instead of these, which are all of the conversation so far: the same array if nothing is
   * edited, else a new one with copies of the edited messages. A message that was sent once is sent with the same
   * bytes again, except for results that leave the window.
   *
   * If messages have changed since the last call, those before the first changed one stay as they were, the rest
   * is read again, and `stats().restarts` is incremented. If the newest message of the last call is still there,
   * as after a compaction by the agent itself, results that are still there are sent as they were. If it is gone,
   * as in a branch or another conversation, earlier decisions about the rest are dropped.
   *
   * @throws {ElisionError} `unknown-shape` for messages of no shape that is read, or of two.
   */
  next<M extends Base>(messages: readonly M[]): M[];
  stats(): CompactorStats;
  /** The text of a result before it was edited, by the reference that was sent with it. */
  original(ref: string): string | undefined;
  /** The tool with which the model reads originals again: see `toolFor`. */
  readonly tool: ReadBackTool;
  /** The answer to a call of that tool, given its arguments. */
  answer(input: unknown): string;
}

/** A compactor whose reader is found from the messages and the number of known ones. */
export function compactorWith<Base extends object>(
  options: LoopOptions,
  readerOf: ReaderFinder,
): LoopCompactor<Base> {
  const policy = loopPolicy(options);
  const conversation = new Conversation(policy);
  return {
    next(messages) {
      if (!Array.isArray(messages))
        throw unknownShape(`expected an array of messages (got ${shown(messages)})`);
      const known = conversation.countKnown(messages);
      return conversation.next(messages, known, readerOf(messages, known));
    },
    stats: () => conversation.stats,
    original: (ref) => policy.originals.get(ref),
    tool: readBackTool(policy.toolName),
    answer(input) {
      conversation.countReadBack();
      return readBack(policy.originals, input);
    },
  };
}
