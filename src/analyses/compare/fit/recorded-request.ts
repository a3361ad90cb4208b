import { type Requests, sizeOfRequest } from "../../../reduce/replay/requests.ts";
import type { RequestUsage } from "../../../transcript/model/request-usage.ts";
import type { Transcript } from "../../../transcript/model/transcript.ts";
import { shownReply } from "../reply-cost.ts";
import { droppedReasoning } from "./dropped-reasoning.ts";

/** A request of a session, as it was simulated and as it was recorded. */
export interface RecordedRequest {
  /** The number of turns that were complete when it was sent. */
  readonly step: number;
  /** The first message of its reply. */
  readonly message: number;
  /** The number of its context, from 0. */
  readonly context: number;
  /** The tokens of what the transcript shows of its prompt. */
  readonly size: number;
  readonly usage: RequestUsage | undefined;
  readonly model: string | undefined;
  /** When its reply was recorded, in milliseconds since 1970. */
  readonly time: number | undefined;
  /** The tokens of what the transcript shows of its reply. */
  readonly reply?: number;
  /**
   * Where the provider drops the reasoning of the turns before: the tokens of the prompt up to the first of it. From
   * there on the prompt is another than the one before.
   */
  readonly sameUpTo?: number | undefined;
}

/** The requests of a session in the order in which they were sent: those of its contexts, one after another. */
export function recordedRequests(
  contexts: readonly Requests[],
  timeOf: (context: number, message: number) => number | undefined = () => undefined,
): readonly RecordedRequest[] {
  // Times tell how long a cache was idle: where none was read, no record is opened for them.
  const caches = contexts.some(({ transcript }) =>
    [...transcript.usage.values()].some(({ read = 0 }) => read > 0),
  );
  return contexts.flatMap((requests, context) => {
    const { transcript, steps } = requests;
    return steps.map((step, request): RecordedRequest => {
      const message = transcript.turns.messagesUpTo(step);
      const usage = transcript.usage.get(step + 1);
      const model = modelOfTurn(transcript, step);
      return {
        step,
        message,
        context,
        size: sizeOfRequest(requests, request),
        reply: shownReply(requests, step),
        sameUpTo: caches ? droppedReasoning(requests, { step, model }) : undefined,
        usage,
        model,
        time: caches && usage !== undefined ? timeOf(context, message) : undefined,
      };
    });
  });
}

/** The model that is named first in the turn after a step. */
function modelOfTurn({ turns, models }: Transcript, step: number): string | undefined {
  const end = turns.messagesUpTo(step + 1);
  for (let message = turns.messagesUpTo(step); message < end; message++) {
    const model = models.get(message);
    if (model !== undefined) return model;
  }
  return undefined;
}
