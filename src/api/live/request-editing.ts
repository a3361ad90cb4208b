import type { Job } from "../../engine/edits/job.ts";
import type { Splice } from "../../json/splice/splice.ts";
import type { DecisionMade } from "./handled-result.ts";
import type { RecentRequests } from "./recent-requests.ts";
import type { SentMemo } from "./sent-memo.ts";

/** How requests are edited. */
export interface RequestEditing {
  /** Results of more chars than this are shortened to it when they are new; undefined: none is. */
  readonly firstSight?: number | undefined;
  /** Results outside a window are masked, at its steps; undefined: none is. */
  readonly window?: LiveWindow | undefined;
  readonly memo: SentMemo;
  /** The folder of the archive that originals go to, so that they can be had again; none: nowhere. */
  readonly archive?: string | undefined;
}

/** A window of the newest `size` tool turns that moves at every `every`-th turn. */
export interface LiveWindow {
  readonly size: number;
  readonly every: number;
}

/** The means of an editor. */
export interface LiveJob {
  /** Shortens new results, and masks where the window says so. */
  readonly masking: Job;
  /** Shortens new results alone. */
  readonly shortening: Job;
  readonly editing: RequestEditing;
  readonly recent: RecentRequests;
}

/** A result that is sent in another way than it came, for the first time. */
export interface FreshEdit {
  readonly as: "short" | "masked";
  readonly tool: string | undefined;
  readonly chars: number;
  readonly sentChars: number;
  /** The start of what is sent. */
  readonly sent: string;
}

/** The part of a request on which nothing is left to decide, as long as no window acts. */
export interface SettledStart {
  /** Where its last messages end, in order, as far as they come after the first reply: what has one is of the conversation. */
  readonly ends: readonly number[];
  /** Where the array of messages ends. */
  readonly arrayEnd: number;
  /** The tool turns until a window acts again; none left: it is to act on the next request. */
  readonly turnsLeft: number;
}

/** The edits of a request, and what was done to it. */
export interface EditedRequest {
  /** The replacements in the body, in order; none: it is to be sent as it is. */
  readonly splices: readonly Splice[];
  /** Tells the conversation from others: a digest of its first message of the user. */
  readonly conversation: string;
  /** The model that it is for, where its body names it. */
  readonly model: string | undefined;
  readonly toolTurns: number;
  /** The tool results in it, and how many of them are larger than the limit. */
  readonly results: number;
  readonly large: number;
  /** Results that are sent shortened, and masked, and the chars that this saves. */
  readonly shortened: number;
  readonly masked: number;
  readonly savedChars: number;
  /** How many of both are so for the first time, and how many of these are masked. */
  readonly fresh: number;
  readonly freshlyMasked: number;
  /** The part of the chars saved that is in results which were never sent before. */
  readonly newChars: number;
  /** Large results that stay as they are since they had been sent so. */
  readonly leftRaw: number;
  /** Where a window changed what had been sent: the chars from there on, which no cache holds yet. */
  readonly brokenChars: number;
  /** Why the window does not act on it, where that is not for its steps. */
  readonly notMasked: string | undefined;
  /** The results that are sent shortened or masked for the first time. */
  readonly edits: readonly FreshEdit[];
  /** The start of the first message of the user. */
  readonly task: string;
  readonly settled: SettledStart;
  /** Set where only its newest results were read: its account is of these, and it is to be seen once it was sent. */
  readonly isOfNewest?: true;
  /** The decisions made for this request, for `keepRaw`. */
  readonly decided: readonly DecisionMade[];
}
