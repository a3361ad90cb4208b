import type { TapeTree } from "../../json/tape/tape-tree.ts";
import { textCharsOf } from "../../transcript/model/message.ts";
import { decideResults } from "./decide-results.ts";
import { editedRequest, editPart } from "./edited-request.ts";
import { accountOf } from "./handled-counts.ts";
import { type OuterMessages, outerMessages } from "./outer-messages.ts";
import type { EditedRequest, LiveJob } from "./request-editing.ts";
import type { RequestFormat } from "./request-format.ts";
import { type RequestPart, readRequestPart } from "./request-part.ts";
import { conversationKey, conversationOf, taskIn } from "./result-key.ts";
import { StagedMemo } from "./sent-memo.ts";
import { isBelowLimit, LEAST_LOOKED_AT } from "./untouched-request.ts";

/**
 * Edits a request as `editedRequest` does. A large unknown request is not read as a whole before it is sent.
 * If nothing in it can be edited, it is not read at all, and this returns undefined; otherwise only its task
 * and its newest results are read, since only these can be edited. In both cases `see` has to read it when
 * there is time.
 */
export function editedIfAny(
  body: Buffer,
  format: RequestFormat,
  live: LiveJob,
): EditedRequest | undefined {
  const { recent, masking: job, editing } = live;
  const { firstSight, window, memo } = editing;
  const mayLook = firstSight !== undefined && window === undefined;
  if (!mayLook || body.length < LEAST_LOOKED_AT || recent.startOf(body, format) !== undefined)
    return editedRequest(body, format, live);
  memo.refresh();
  const limit = Math.min(firstSight, memo.leastEdited);
  let outer: OuterMessages | undefined;
  const wants = (tree: TapeTree) => {
    if (isBelowLimit(tree, format, limit)) return false;
    outer = outerMessages(tree, body, format);
    return outer === undefined;
  };
  const about = { body, format, live, isSent: false, isEnough: true, known: undefined };
  const edited = readRequestPart(body, { format, job, wants }, (part) => editPart(part, about));
  if (edited !== undefined || outer === undefined) return edited;
  const newest = editedNewest(body, { format, outer, live, firstSight });
  return newest === READ_ALL ? editedRequest(body, format, live) : newest;
}

/** Returned if more has to be read. */
const READ_ALL = Symbol("read all");

/** Edits the messages after the model's last reply, in a conversation that no memo knows. */
function editedNewest(
  body: Buffer,
  {
    format,
    outer: { taskEnd, lastReply, model },
    live,
    firstSight,
  }: {
    readonly format: RequestFormat;
    readonly outer: OuterMessages;
    readonly live: LiveJob;
    readonly firstSight: number;
  },
): EditedRequest | undefined | typeof READ_ALL {
  const { shortening: job, editing } = live;
  const memo = new StagedMemo(editing.memo);
  const start = Buffer.concat([body.subarray(0, taskEnd), ARRAY_END]);
  const about = readRequestPart(start, { format, job }, ({ read: { transcript } }) => ({
    conversation: conversationOf(transcript),
    task: taskIn(transcript),
    hasUser: [...transcript.messages].some(({ role }) => role === "user"),
  }));
  if (about === undefined || !about.hasUser) return READ_ALL;
  const { hasUser: _, ...named } = about;
  const key = conversationKey(named.conversation);
  if (memo.get(key) !== undefined) return READ_ALL;
  const first = { start: lastReply, results: 0, toolTurns: 0 };
  return readRequestPart(body, { format, job, first }, (part) => {
    if (!isOfItself(part, firstSight)) return READ_ALL;
    const policy = { firstSight, memo, isKnown: false, isSent: false, acts: false, job };
    const now = [...decideResults(part, { ...policy, conversation: named.conversation })];
    if (!now.some(({ as }) => as === "short")) return undefined;
    memo.set(key, { as: "seen", step: 0 });
    job.archive?.flush({ sync: false });
    memo.commit();
    return {
      ...named,
      model,
      ...accountOf(now, now),
      splices: now.flatMap(({ splices }) => splices),
      results: part.results,
      toolTurns: part.toolTurns,
      brokenChars: 0,
      notMasked: undefined,
      settled: { ...part.settled, ends: [], turnsLeft: Number.POSITIVE_INFINITY },
      edits: now.flatMap(({ edit }) => edit ?? []),
      isOfNewest: true,
    };
  });
}

const ARRAY_END = Buffer.from("]}");

/** Whether its large results name their calls by id, and those calls are in it as well. */
function isOfItself({ read: { transcript } }: RequestPart, limit: number): boolean {
  return [...transcript.observations()]
    .filter((result) => textCharsOf(result) > limit)
    .every((result) => transcript.callId(result) && transcript.toolName(result) !== undefined);
}
