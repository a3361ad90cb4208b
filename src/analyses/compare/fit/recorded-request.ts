import { type Requests, sizeOfRequest } from "../../../reduce/replay/requests.ts";
import type { RequestUsage } from "../../../transcript/model/request-usage.ts";
import type { Transcript } from "../../../transcript/model/transcript.ts";
import { shownReply } from "../billing/reply-cost.ts";
import { droppedReasoning } from "./dropped-reasoning.ts";

/** A request of a session, simulated and recorded. */
export interface RecordedRequest {
  /** The number of turns that were complete when it was sent. */
  readonly step: number;
  /** The first message of its reply. */
  readonly message: number;
  /** The number of its context, from 0. */
  readonly context: number;
  /** The tokens of its prompt that the transcript shows. */
  readonly size: number;
  readonly usage: RequestUsage | undefined;
  readonly model: string | undefined;
  /** When its reply was recorded, in milliseconds since 1970. */
  readonly time: number | undefined;
  /** The tokens of its reply that the transcript shows. */
  readonly reply?: number;
  /**
   * If the provider drops the reasoning of earlier turns: the tokens of the prompt before the first of it. From
   * there on the prompt differs from the previous one.
   */
  readonly sameUpTo?: number | undefined;
}

/** The requests of a session in the order in which they were sent: those of its contexts, one after another. */
export function recordedRequests(
  contexts: readonly Requests[],
  timeOf: (context: number, message: number) => number | undefined = () => undefined,
): readonly RecordedRequest[] {
  // Times are only needed to know how long a cache was idle: without cache reads, no record is opened for them.
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
