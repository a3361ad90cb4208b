import type { Job } from "../../engine/edits/job.ts";
import type { Splice } from "../../json/splice/splice.ts";
import type { DecisionMade } from "./handled-result.ts";
import type { RecentRequests } from "./recent-requests.ts";
import type { SentMemo } from "./sent-memo.ts";

/** How requests are edited. */
export interface RequestEditing {
  /** New results with more chars than this are shortened to it; undefined: none is. */
  readonly firstSight?: number | undefined;
  /** Masks the results outside a window, at its steps; undefined: none is. */
  readonly window?: LiveWindow | undefined;
  readonly memo: SentMemo;
  /**
   * The folder of the archive for originals, from which they can be restored; undefined: they are not
   * archived.
   */
  readonly archive?: string | undefined;
}

/** A window of the newest `size` tool turns that moves every `every` turns. */
export interface LiveWindow {
  readonly size: number;
  readonly every: number;
}

/** The jobs of an editor. */
export interface LiveJob {
  /** Shortens new results, and masks where the window says so. */
  readonly masking: Job;
  /** Only shortens new results. */
  readonly shortening: Job;
  readonly editing: RequestEditing;
  readonly recent: RecentRequests;
}

/** A result that is sent in another form for the first time. */
export interface FreshEdit {
  readonly as: "short" | "masked";
  readonly tool: string | undefined;
  readonly chars: number;
  readonly sentChars: number;
  /** The start of the sent text. */
  readonly sent: string;
}

/** The part of a request in which nothing is left to decide, as long as no window acts. */
export interface SettledStart {
  /**
   * The ends of its last messages, in order, from the first reply on: a body with one of them belongs to the
   * conversation.
   */
  readonly ends: readonly number[];
  /** The end of the array of messages. */
  readonly arrayEnd: number;
  /** The tool turns until a window acts again; 0: it acts on the next request. */
  readonly turnsLeft: number;
}

/** The edits of a request, and their account. */
export interface EditedRequest {
  /** The replacements in the body, in order; none: it is sent unchanged. */
  readonly splices: readonly Splice[];
  /** Identifies the conversation: a digest of its first user message. */
  readonly conversation: string;
  /** The model, if the body names it. */
  readonly model: string | undefined;
  readonly toolTurns: number;
  /** The number of its tool results, and of those larger than the limit. */
  readonly results: number;
  readonly large: number;
  /** The number of results sent shortened, and masked, and the chars saved. */
  readonly shortened: number;
  readonly masked: number;
  readonly savedChars: number;
  /** How many of both are sent so for the first time, and how many of these are masked. */
  readonly fresh: number;
  readonly freshlyMasked: number;
  /** The part of the chars saved in results that were never sent before. */
  readonly newChars: number;
  /** Large results that stay unchanged because they were sent so before. */
  readonly leftRaw: number;
  /** If a window changed what had been sent: the chars from there on, which no cache has yet. */
  readonly brokenChars: number;
  /** Why the window does not act, for a reason other than its steps. */
  readonly notMasked: string | undefined;
  /** The results that are sent shortened or masked for the first time. */
  readonly edits: readonly FreshEdit[];
  /** The start of the first user message. */
  readonly task: string;
  readonly settled: SettledStart;
  /**
   * Set if only its newest results were read: the account covers only these, and `see` has to read it after
   * it was sent.
   */
  readonly isOfNewest?: true;
  /** The decisions made for this request, for `keepRaw`. */
  readonly decided: readonly DecisionMade[];
}
