import { boundModel } from "../../reduce/binding/model-id.ts";
import type { KnownStart } from "./recent-requests.ts";
import type { EditedRequest, LiveWindow } from "./request-editing.ts";
import type { RequestPart } from "./request-part.ts";
import { conversationKey } from "./result-key.ts";
import type { StagedMemo } from "./sent-memo.ts";

/** Whether a window acts at a request, and when it acts next. */
export interface WindowMove {
  readonly acts: boolean;
  /** The step that the window has seen after this request; undefined: no new one. */
  readonly step?: number;
  /** The tool turn at which it acts next. */
  readonly next: number;
  readonly notMasked: string | undefined;
}

/** Whether a window moves at a request: it does at its steps, in conversations that it has seen before. */
export function windowMove(
  window: LiveWindow | undefined,
  {
    memo,
    conversation,
    model,
    toolTurns,
    isSent,
  }: Pick<EditedRequest, "conversation" | "model" | "toolTurns"> & {
    readonly isSent: boolean;
    readonly memo: StagedMemo;
  },
): WindowMove {
  const never = Number.POSITIVE_INFINITY;
  if (window === undefined) return { acts: false, next: never, notMasked: undefined };
  const step = Math.floor(toolTurns / window.every);
  const seen = memo.get(conversationKey(conversation));
  const bound = model === undefined ? undefined : boundModel(model);
  if (bound !== undefined) {
    const notMasked = `${model} binds its reasoning to what was sent: ${bound.provider}'s check would fail`;
    return { acts: false, next: never, notMasked, ...(seen === undefined && { step }) };
  }
  const next = (step + 1) * window.every;
  if (seen?.as !== "seen") {
    const why = `first seen at turn ${toolTurns}: the window acts from turn ${next} on`;
    return { acts: false, step, next, notMasked: step === 0 ? undefined : why };
  }
  if (step <= seen.step) return { acts: false, next, notMasked: undefined };
  return isSent
    ? { acts: false, next: toolTurns, notMasked: undefined }
    : { acts: true, step, next, notMasked: undefined };
}

/** The tool turns whose results a window has decided: they need not be read again. */
export function decidedTurns(
  { toolTurns }: RequestPart,
  {
    window,
    move,
    known,
  }: {
    readonly window: LiveWindow | undefined;
    readonly move: WindowMove;
    readonly known: KnownStart | undefined;
  },
): number {
  if (window === undefined) return 0;
  if (move.acts)
    return Math.max(0, Math.floor(toolTurns / window.every) * window.every - window.size);
  if (known === undefined) return 0;
  // After the known start there may be another branch of the conversation.
  return Math.min(known.request.decidedTurns, known.request.replies[known.reply]?.toolTurns ?? 0);
}
