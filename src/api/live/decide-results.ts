import { isAscii } from "node:buffer";
import { refOf } from "../../base/digest.ts";
import type { Job } from "../../engine/edits/job.ts";
import { keepText } from "../../engine/edits/keep-raw.ts";
import { replaceEverywhere } from "../../engine/edits/part-splices.ts";
import { reduceRead } from "../../engine/edits/reduce-read.ts";
import type { Splice } from "../../json/splice/splice.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import { shortenResult } from "../../reduce/first-sight/shorten-result.ts";
import { errorTest } from "../../reduce/pipeline/error-test.ts";
import type { Replacement } from "../../reduce/pipeline/reduction.ts";
import { type ObservationPart, textCharsOf } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import type { DecisionMade, HandledResult } from "./handled-result.ts";
import type { FreshEdit } from "./request-editing.ts";
import type { RequestPart } from "./request-part.ts";
import { resultKey } from "./result-key.ts";
import type { Sent, StagedMemo } from "./sent-memo.ts";

/** The facts on which the results of a request are decided. */
export interface ResultDecision {
  readonly conversation: string;
  /** Proposes to shorten new results and, if a window acts, to mask those outside it. */
  readonly job: Job;
  readonly firstSight: number | undefined;
  readonly memo: StagedMemo;
  /** Whether a window acts on this request. */
  readonly acts: boolean;
  /** Whether the request was already sent: its new results stay raw. */
  readonly isSent: boolean;
  /** Whether the memo may know small results of the conversation. */
  readonly isKnown: boolean;
}

/** A decision about a result. */
export interface DecidedResult extends HandledResult {
  readonly message: number;
  readonly isNew: boolean;
  /** Set if it was decided for this request. */
  readonly fresh: DecisionMade | undefined;
  /** Set if it is edited for the first time. */
  readonly edit?: FreshEdit;
}

/** Decides how each result of a request is sent: as it was sent before, or by the policy. */
export function* decideResults(
  part: RequestPart,
  decision: ResultDecision,
): Iterable<DecidedResult> {
  const { transcript } = part.read;
  const { firstSight, isKnown, memo } = decision;
  const leastKnown = isKnown ? Math.max(LEAST_CHARS, memo.leastEdited) : Number.POSITIVE_INFINITY;
  const proposals = proposalsFor(part, decision);
  const lastReply = lastReplyOf(transcript);
  let number = part.firstResult;
  for (const result of transcript.observations()) {
    number++;
    const chars = textCharsOf(result);
    const proposed = proposals.get(result.index);
    const isLarge = firstSight !== undefined && chars > firstSight;
    if (proposed === undefined && !isLarge && chars < leastKnown) continue;
    const about = { number, proposed, isLarge, isNew: result.message > lastReply };
    const decided = decideResult(part, result, { ...decision, ...about });
    if (decided !== undefined) yield decided;
  }
}

/** Chars of a sent text to keep for an account. */
const SHOWN_CHARS = 300;

/** A shorter result is neither masked nor shortened. */
const LEAST_CHARS = 33;

interface ResultAbout extends ResultDecision {
  /** Its number among the results of the request. */
  readonly number: number;
  readonly proposed: Replacement | undefined;
  readonly isLarge: boolean;
  /** Whether it comes after the last reply of the model. */
  readonly isNew: boolean;
}

/** Undefined if it is sent unchanged, and nothing is remembered about it. */
function decideResult(
  part: RequestPart,
  result: ObservationPart,
  about: ResultAbout,
): DecidedResult | undefined {
  const { read } = part;
  const { transcript } = read;
  const { conversation, number, isLarge, isNew, memo, job } = about;
  const text = transcript.text(result);
  const key = resultKey(conversation, transcript.callId(result) ?? number, text);
  const before = memo.get(key);
  const sent = sentAs(before, about);
  if (sent === undefined) return undefined;
  if (sent !== before) memo.set(key, sent);
  const fresh = sent === before ? undefined : { key, before };
  const common = { isLarge, isNew, fresh, message: result.message };
  if (sent.as !== "short" && sent.as !== "masked")
    return isLarge ? { ...common, as: "raw", savedChars: 0, splices: [] } : undefined;
  const short = textFor(result, { ...about, sent, transcript, text });
  if (short === undefined) return undefined;
  if (job.archive !== undefined) keepText(job.archive, text);
  const splices = replaceEverywhere(read.placed, read.open, { part: result, text: short });
  const { tree } = read.open(0);
  const chars = textCharsOf(result);
  const facts = { as: sent.as, tool: transcript.toolName(result), chars };
  const edit = { ...facts, sentChars: short.length, sent: short.slice(0, SHOWN_CHARS) };
  return {
    ...common,
    as: sent.as,
    ...(fresh !== undefined && { edit }),
    savedChars: chars - short.length,
    splices: part.inBody(splices.map((splice) => spelledAlike(splice, tree))),
  };
}

/**
 * A splice encoded like the text it replaces, in ASCII or not, whatever the rest of the request has by now: a
 * repeated edit has the same bytes.
 */
function spelledAlike(splice: Splice, tree: TapeTree): Splice {
  const { start, end, text } = splice;
  if (!isAscii(tree.subarray(start, end))) return splice;
  const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return { ...splice, text: text.replace(/[\u0080-\uffff]/g, escaped) };
}

/** The edits that the policy proposes, by the number of their part. */
function proposalsFor(
  { read }: RequestPart,
  { job, firstSight = Number.POSITIVE_INFINITY, acts }: ResultDecision,
): ReadonlyMap<number, Replacement> {
  const isLarge = (result: ObservationPart) => textCharsOf(result) > firstSight;
  if (!acts && ![...read.transcript.observations()].some(isLarge)) return new Map();
  const { reduction } = reduceRead(job, read);
  return new Map([...reduction.replacements()].map((each) => [each.part.index, each]));
}

/** How a result is sent from now on; undefined: unchanged, and nothing is remembered about it. */
function sentAs(
  before: Sent | undefined,
  { proposed, isNew, acts, isSent, firstSight: limit, job }: ResultAbout,
): Sent | undefined {
  if (before?.as === "masked") return before;
  const isShortened = proposed?.rule === "first-sight";
  const mayMask = acts && !(before?.as === "raw" && before.stays);
  if (proposed !== undefined && !isShortened && mayMask)
    return { as: "masked", text: proposed.text };
  if (before !== undefined || !isShortened) return before;
  if (!isNew || isSent) return { as: "raw", stays: isNew };
  return { as: "short", limit, hasRef: job.archive !== undefined };
}

/** The text that is sent in place of a result. */
function textFor(
  result: ObservationPart,
  {
    sent,
    proposed,
    transcript,
    text,
    job,
  }: Pick<ResultAbout, "proposed" | "job"> & {
    readonly sent: Extract<Sent, { readonly as: "short" | "masked" }>;
    readonly transcript: Transcript;
    readonly text: string;
  },
): string | undefined {
  if (sent.as === "masked") return sent.text;
  const { policy, archive } = job;
  const today = policy.rules["first-sight"];
  const { limit = today, hasRef } = sent;
  const isToday = limit === today && hasRef === (archive !== undefined);
  if (proposed?.rule === "first-sight" && isToday) return proposed.text;
  if (limit === undefined) return undefined;
  const isError = errorTest(transcript, policy)(result);
  return shortenResult(text, { limit, isError, ref: hasRef ? refOf(text) : undefined });
}

function lastReplyOf({ messages }: Transcript): number {
  for (let at = messages.length - 1; at >= 0; at--)
    if (messages.at(at)?.role === "assistant") return at;
  return -1;
}
