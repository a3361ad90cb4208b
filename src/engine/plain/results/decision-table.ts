import type { Splice } from "../../../json/splice/splice.ts";
import type { ReasonName } from "../../../reduce/pipeline/reasons.ts";
import type { Written } from "./plain-writing.ts";

/**
 * The size of a result, its number in the window's unit if a column has one, and the tool turns up to its
 * call's.
 */
export interface AboutResult {
  readonly chars: number;
  readonly number: number;
  readonly toolTurn: number;
}

/** The string that is a result's text, as a range of the input, and its replacement. */
export interface PlannedEdit {
  readonly start: number;
  readonly end: number;
  readonly written: Written;
  /** The rule that keeps the result if it reaches the model. */
  readonly keeper?: ReasonName | undefined;
  /** The digest of the text, if there is an archive and the digest was computed for a ref. */
  readonly digest?: string | undefined;
}

/** The edit of a result whose text is not one string. */
export interface OddPlan {
  /** The chars of the result after the edit. */
  readonly chars: number;
  readonly gain: number;
  readonly savedBytes: number;
  readonly splices: readonly Splice[];
  readonly keeper: ReasonName | undefined;
}

/** Receives the decisions about results, in order. */
export interface DecisionTable {
  /** Results so far. */
  readonly count: number;
  /** Adds a result that stays; `ifDead`: the reason if it turns out not to reach the model. */
  keep(about: AboutResult, reason: ReasonName, ifDead?: ReasonName): void;
  /** Adds a result that is masked outside the window, if that saves enough and no rule keeps it. */
  edit(about: AboutResult, planned: PlannedEdit, minGain: number): void;
  /** The same for a result whose edit may span several strings; absent if there are no such results. */
  editOdd?(about: AboutResult, planned: OddPlan, minGain: number): void;
  /** Whether it applies the rules about calls and tools itself, once all results are added. */
  readonly pairsLater?: boolean;
}
