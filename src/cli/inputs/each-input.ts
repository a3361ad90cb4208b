import { ElisionError } from "../../base/errors.ts";
import { createSlots } from "../../base/slots.ts";
import { isClosedPipe } from "../terminal/known-error.ts";
import type { Input } from "./input.ts";
import { isEmpty, isSkippable } from "./input.ts";

/** How to process one input, and listeners for its outcome. */
export interface InputWork {
  /**
   * Processes an input. `turn` settles once the inputs before it have ended or failed; an error is reported then.
   */
  take(input: Input, turn: Promise<unknown>): Promise<void>;
  /** An input failed. */
  fail(error: unknown, input: Input): void;
  /** A file that was found in a folder is no transcript. */
  skip(input: Input): void;
  /** An empty input, which is not an error. If left out, it is one. */
  empty?(input: Input): void;
  /** An input was processed, or failed. */
  end?(): Promise<void>;
  /** Whether an error ends the run: then it is thrown. */
  isLast?(error: unknown): boolean;
}

/**
 * Processes inputs one after another, or up to `atOnce` at a time. An input that fails is reported, and the others go
 * on. If the reader of the output has left, that is thrown.
 */
export async function eachInput(
  inputs: readonly Input[],
  work: InputWork,
  { atOnce = 1 }: { readonly atOnce?: number } = {},
): Promise<void> {
  const slots = createSlots(atOnce);
  const running = new Set<Promise<void>>();
  let turn: Promise<unknown> = Promise.resolve();
  let isLast = false;
  // Not all at once: a folder may have hundreds of thousands of files.
  for (const input of inputs) {
    const leave = await slots.enter();
    if (isLast) break;
    const done = takeInput(work, input, turn).finally(leave);
    running.add(done);
    done.then(
      () => running.delete(done),
      () => {
        isLast = true;
      },
    );
    turn = done;
  }
  await Promise.all(running);
}

async function takeInput(work: InputWork, input: Input, turn: Promise<unknown>): Promise<void> {
  try {
    await work.take(input, turn);
  } catch (error) {
    await turn;
    if (isClosedPipe(error) || work.isLast?.(error) === true) throw error;
    if (work.empty !== undefined && isEmpty(input, error)) return work.empty(input);
    if (error instanceof ElisionError && isSkippable(input, error)) return work.skip(input);
    work.fail(error, input);
  }
  await work.end?.();
}
