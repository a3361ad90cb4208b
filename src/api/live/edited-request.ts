import { boundModel } from "../../reduce/binding/model-id.ts";
import { type DecidedResult, decideResults } from "./decide-results.ts";
import type { HandledResult } from "./handled-result.ts";
import { type KnownStart, startOfAct } from "./recent-requests.ts";
import type { EditedRequest, LiveJob, LiveWindow } from "./request-editing.ts";
import type { RequestFormat } from "./request-format.ts";
import { MOST_ENDS, type PartStart, type RequestPart, readRequestPart } from "./request-part.ts";
import { conversationKey, conversationOf, taskIn } from "./result-key.ts";
import { StagedMemo } from "./sent-memo.ts";

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

interface Move {
  readonly acts: boolean;
  /** The step that the window has seen after this request; undefined: no new one. */
  readonly step?: number;
  /** The tool turn at which it acts next. */
  readonly next: number;
  readonly notMasked: string | undefined;
}

/** Whether a window moves at a request: it does at its steps, in conversations that it has seen before. */
function windowMove(
  window: LiveWindow | undefined,
  {
    memo,
    conversation,
    model,
    toolTurns,
    isSent,
  }: Pick<EditedRequest, "conversation" | "model" | "toolTurns"> &
    Pick<PartToEdit, "isSent"> & { readonly memo: StagedMemo },
): Move {
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
function decidedTurns(
  { toolTurns }: RequestPart,
  {
    window,
    move,
    known,
  }: { readonly window: LiveWindow | undefined; readonly move: Move } & Pick<PartToEdit, "known">,
): number {
  if (window === undefined) return 0;
  if (move.acts)
    return Math.max(0, Math.floor(toolTurns / window.every) * window.every - window.size);
  if (known === undefined) return 0;
  // After the known start there may be another branch of the conversation.
  return Math.min(known.request.decidedTurns, known.request.replies[known.reply]?.toolTurns ?? 0);
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

/** The counts of an account: of all handled results, and of those handled now. */
export function accountOf(handled: readonly HandledResult[], now: readonly DecidedResult[]) {
  const count = (as: HandledResult["as"]) => handled.filter((each) => each.as === as).length;
  const sum = (of: readonly HandledResult[]) =>
    of.reduce((all, { savedChars }) => all + savedChars, 0);
  const fresh = now.filter((each) => each.fresh !== undefined && each.as !== "raw");
  const freshOf = (as: HandledResult["as"]) => fresh.filter((each) => each.as === as);
  return {
    large: handled.filter(({ isLarge }) => isLarge).length,
    shortened: count("short"),
    masked: count("masked"),
    leftRaw: count("raw"),
    savedChars: sum(handled),
    fresh: fresh.length,
    freshlyMasked: freshOf("masked").length,
    newChars: sum(fresh.filter(({ isNew }) => isNew)),
    decided: now.flatMap(({ fresh: decided }) => decided ?? []),
  };
}

/** The chars sent from the first result on that is masked now and had been sent before. */
function brokenChars({ read: { transcript } }: RequestPart, now: readonly DecidedResult[]): number {
  const first = now.findIndex(
    ({ as, fresh, isNew }) => as === "masked" && fresh !== undefined && !isNew,
  );
  const from = now[first];
  if (from === undefined) return 0;
  const saved = now.slice(first).reduce((all, { savedChars }) => all + savedChars, 0);
  const { messages } = transcript;
  return transcript.charsBefore(messages.length) - transcript.charsBefore(from.message) - saved;
}

function unreachable(): never {
  throw new Error("a request that is read as a whole is always edited");
}
