import { boundModel } from "../../reduce/binding/model-id.ts";
import { type DecidedResult, decideResults } from "./decide-results.ts";
import type { HandledResult } from "./handled-result.ts";
import type { KnownStart } from "./recent-requests.ts";
import type { EditedRequest, LiveJob, LiveWindow } from "./request-editing.ts";
import type { RequestFormat } from "./request-format.ts";
import { type RequestPart, readRequestPart } from "./request-part.ts";
import { conversationKey, conversationOf, taskIn } from "./result-key.ts";
import { StagedMemo } from "./sent-memo.ts";

/**
 * Reads what is new in a request, and all of it where a window acts; decides; and keeps what is known by then. Where
 * that cannot be kept it throws, and nothing was decided.
 */
export function editedRequest(body: Buffer, format: RequestFormat, live: LiveJob): EditedRequest {
  const known = live.recent.startOf(body, format);
  const edit = (start: KnownStart | undefined) =>
    readRequestPart(body, { format, job: live.masking, known: start }, (part) =>
      editPart(part, { body, format, live, known: start }),
    );
  return edit(known) ?? edit(undefined) ?? unreachable();
}

/** Undefined where a window is to act on what was not read. */
function editPart(
  part: RequestPart,
  {
    body,
    format,
    live,
    known,
  }: {
    readonly body: Buffer;
    readonly format: RequestFormat;
    readonly live: LiveJob;
    readonly known: KnownStart | undefined;
  },
): EditedRequest | undefined {
  const { window, firstSight } = live.editing;
  const memo = new StagedMemo(live.editing.memo);
  const conversation = known?.request.conversation ?? conversationOf(part.read.transcript);
  const task = known?.request.task ?? taskIn(part.read.transcript);
  const model = part.model ?? known?.request.model;
  const { toolTurns } = part;
  const move = windowMove(window, { memo, conversation, model, toolTurns });
  if (move.acts && known !== undefined) return undefined;
  const key = conversationKey(conversation);
  const isKnown = memo.get(key) !== undefined;
  const before = handledBefore(known);
  const now: DecidedResult[] = [
    ...decideResults(part, {
      ...{ conversation, firstSight, memo, isKnown, acts: move.acts },
      job: move.acts ? live.masking : live.shortening,
    }),
  ];
  if (move.step !== undefined) memo.set(key, { as: "seen", step: move.step });
  else if (!isKnown && now.some(({ as }) => as === "short")) memo.set(key, { as: "seen", step: 0 });
  const handled: readonly HandledResult[] = [...before, ...now];
  const replies = part.replies(
    (message) => before.length + now.filter((each) => each.message < message).length,
  );
  live.masking.archive?.flush({ sync: false });
  memo.commit();
  live.recent.add({
    ...{ body, format, conversation, task, model, handled },
    replies: [...(known?.request.replies.slice(0, known.reply) ?? []), ...replies],
  });
  return {
    ...{ conversation, task, model, toolTurns },
    ...accountOf(handled, now),
    results: part.results,
    splices: handled.flatMap(({ splices }) => splices),
    brokenChars: brokenChars(part, now),
    notMasked: move.notMasked,
    edits: now.flatMap(({ edit }) => edit ?? []),
  };
}

interface Move {
  readonly acts: boolean;
  /** The step that the window has seen by then; undefined: none that is new. */
  readonly step?: number;
  readonly notMasked: string | undefined;
}

/** Whether a window moves with a request: it does at its steps, of conversations that it saw before. */
function windowMove(
  window: LiveWindow | undefined,
  {
    memo,
    conversation,
    model,
    toolTurns,
  }: Pick<EditedRequest, "conversation" | "model" | "toolTurns"> & { readonly memo: StagedMemo },
): Move {
  if (window === undefined) return { acts: false, notMasked: undefined };
  const step = Math.floor(toolTurns / window.every);
  const seen = memo.get(conversationKey(conversation));
  const bound = model === undefined ? undefined : boundModel(model);
  if (bound !== undefined) {
    const notMasked = `${model} binds its reasoning to what was sent: ${bound.provider}'s check would fail`;
    return { acts: false, notMasked, ...(seen === undefined && { step }) };
  }
  if (seen?.as !== "seen") {
    const next = `first seen at turn ${toolTurns}: the window acts from turn ${(step + 1) * window.every} on`;
    return { acts: false, step, notMasked: step === 0 ? undefined : next };
  }
  return step > seen.step
    ? { acts: true, step, notMasked: undefined }
    : { acts: false, notMasked: undefined };
}

function handledBefore(known: KnownStart | undefined): readonly HandledResult[] {
  if (known === undefined) return [];
  const { request, reply } = known;
  return request.handled.slice(0, request.replies[reply]?.handled);
}

function accountOf(handled: readonly HandledResult[], now: readonly DecidedResult[]) {
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

/** The chars that are sent from the first result on that is masked now and had been sent before. */
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
