import { type DecidedResult, decideResults } from "./decide-results.ts";
import { accountOf, brokenChars } from "./handled-counts.ts";
import type { HandledResult } from "./handled-result.ts";
import { type KnownStart, startOfAct } from "./recent-requests.ts";
import type { EditedRequest, LiveJob } from "./request-editing.ts";
import type { RequestFormat } from "./request-format.ts";
import { MOST_ENDS, type PartStart, type RequestPart, readRequestPart } from "./request-part.ts";
import { conversationKey, conversationOf, taskIn } from "./result-key.ts";
import { StagedMemo } from "./sent-memo.ts";
import { decidedTurns, windowMove } from "./window-move.ts";

/**
 * Reads the new part of a request and, if a window acts, the part that it has not decided; decides; and
 * records the decisions. If they cannot be recorded it throws, and nothing was decided.
 */
export function editedRequest(
  body: Buffer,
  format: RequestFormat,
  { isSent = false, ...live }: LiveJob & { readonly isSent?: boolean },
): EditedRequest {
  const { recent, masking, editing } = live;
  const known = recent.startOf(body, format);
  const ofAct = known && editing.window && startOfAct(known, editing.window.every);
  const edit = (start: KnownStart | undefined, isEnough: boolean) =>
    readRequestPart(body, { format, job: masking, first: start && firstAfter(start) }, (part) =>
      editPart(part, { body, format, live, isSent, isEnough, known: start }),
    );
  return edit(known, known === undefined) ?? edit(ofAct, true) ?? unreachable();
}

function firstAfter({ request, reply, start }: KnownStart): PartStart {
  const { results = 0, toolTurns = 0 } = request.replies[reply] ?? {};
  return { start, results, toolTurns };
}

/** The part of a request to edit, and what is known about the rest. */
export interface PartToEdit {
  readonly body: Buffer;
  readonly format: RequestFormat;
  readonly live: LiveJob;
  /** The known start, which is not in the part. */
  readonly known: KnownStart | undefined;
  /** Whether the part has everything that a window has not decided. */
  readonly isEnough: boolean;
  /** Whether it was already sent: no window acts, and new results stay raw. */
  readonly isSent: boolean;
}

/** Undefined if a window has to act on something that was not read. */
export function editPart(
  part: RequestPart,
  { body, format, live, isSent, isEnough, known }: PartToEdit,
): EditedRequest | undefined {
  const { window, firstSight } = live.editing;
  const memo = new StagedMemo(live.editing.memo);
  const conversation = known?.request.conversation ?? conversationOf(part.read.transcript);
  const task = known?.request.task ?? taskIn(part.read.transcript);
  const model = part.model ?? known?.request.model;
  const { toolTurns } = part;
  const move = windowMove(window, { memo, conversation, model, toolTurns, isSent });
  if (move.acts && !isEnough) return undefined;
  const key = conversationKey(conversation);
  const isKnown = memo.get(key) !== undefined;
  const before = handledBefore(known);
  const job = move.acts ? live.masking : live.shortening;
  const deciding = { conversation, firstSight, memo, isKnown, isSent, acts: move.acts, job };
  const now: readonly DecidedResult[] = [...decideResults(part, deciding)];
  if (move.step !== undefined) memo.set(key, { as: "seen", step: move.step });
  else if (!isKnown && now.some(({ as }) => as === "short")) memo.set(key, { as: "seen", step: 0 });
  const handled: readonly HandledResult[] = [...before, ...now];
  const newReplies = part.replies(
    (message) => before.length + now.filter((each) => each.message < message).length,
  );
  live.masking.archive?.flush({ sync: false });
  memo.commit();
  const replies = [...(known?.request.replies.slice(0, known.reply) ?? []), ...newReplies];
  const ends = endsOf(part, known);
  live.recent.add({
    body,
    format,
    conversation,
    task,
    model,
    handled,
    ends,
    decidedTurns: decidedTurns(part, { window, move, known }),
    replies,
  });
  return {
    conversation,
    task,
    model,
    toolTurns,
    ...accountOf(handled, now),
    results: part.results,
    splices: handled.flatMap(({ splices }) => splices),
    brokenChars: brokenChars(part, now),
    notMasked: move.notMasked,
    settled: {
      ...part.settled,
      ends: ends.filter((end) => end > (replies[0]?.start ?? end)),
      turnsLeft: move.next - toolTurns,
    },
    edits: now.flatMap(({ edit }) => edit ?? []),
  };
}

/** The latest offsets at which a request with the same start may end, those of the known start included. */
function endsOf({ settled }: RequestPart, known: KnownStart | undefined): readonly number[] {
  const before = known?.request.ends.filter((end) => end < known.start) ?? [];
  return [...before, ...settled.ends].slice(-MOST_ENDS);
}

function handledBefore(known: KnownStart | undefined): readonly HandledResult[] {
  if (known === undefined) return [];
  const { request, reply } = known;
  return request.handled.slice(0, request.replies[reply]?.handled);
}

function unreachable(): never {
  throw new Error("a request that is read as a whole is always edited");
}
