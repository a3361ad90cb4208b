import type { Message, ObservationPart, Part } from "../transcript/message.ts";
import type { MessageSet } from "../transcript/message-set.ts";
import type { Size } from "../transcript/size.ts";
import type { Asked } from "./asking/ask.ts";
import type { ByRule, ReasonName } from "./reasons.ts";
import type { RuleName } from "./rules/index.ts";

/** The stages of the reducer, in the order in which they are tried. */
export type ReductionStage = "masking" | "summarization" | "fallback";

/** An observation's text that is to be another. */
export interface Replacement {
  readonly part: ObservationPart;
  readonly text: string;
  readonly rule: RuleName;
}

/**
 * Another part that is to be less: an image gives way to a note, a call gets these arguments, reasoning
 * (an empty text) goes as a whole.
 */
export interface PartEdit {
  readonly part: Exclude<Part, ObservationPart>;
  readonly text: string;
  readonly rule: RuleName;
  /** The step from which it holds. */
  readonly from: number;
}

/** Messages that are to go, and what is to stand for them. */
export interface Condensation {
  readonly drop: MessageSet;
  /** None in the fallback. */
  readonly summary?: string;
  /** The message before which the summary is (or would be) put; none: at the end. */
  readonly before?: Message;
}

/**
 * What may be dropped: whole messages of any kind, what stands before the newest part (but for copies
 * of `any` of them, or none), or nothing.
 */
export type Dropping = "remove" | "any" | "newest" | "never";

/** Why an observation is masked or raw. */
export interface Reason {
  readonly by: ReasonName;
  /** The step from which it is masked; absent where it is raw. */
  readonly from?: number;
}

/** What was decided of one observation. */
export interface Verdict extends Reason {
  readonly part: ObservationPart;
  readonly isMasked: boolean;
  /** Whether its message goes as a whole. */
  readonly isDropped: boolean;
  /** Its chars after masking. */
  readonly afterChars: number;
}

/** What the reducer decided for one transcript, and what it comes to. */
export interface Reduction {
  /** The texts to replace, in conversation order, none of them in a message that is taken out. */
  replacements(): Iterable<Replacement>;
  /** The other parts to edit, in conversation order, none of them in a message that is dropped. */
  edits(): Iterable<PartEdit>;
  /** Observations that stay and were placeholders before. */
  maskedBefore(): Iterable<ObservationPart>;
  readonly condensation: Condensation | undefined;
  /** What a model was, or is to be, asked. */
  readonly asks: readonly Asked[];
  /** The stage that was reached; undefined when nothing was reduced. */
  readonly stage: ReductionStage | undefined;
  readonly before: Size;
  readonly after: Size;
  /** Whether the result is within the budget; true where there is none. */
  readonly fits: boolean;
  /** `fallback` when the stages before it did not do. */
  readonly invariantStatus: "ok" | "fallback";
  /**
   * Observations that the masking stage masked, and their chars less those of the placeholders; an
   * image that a note stands for has no chars, and adds none.
   */
  readonly maskedCount: number;
  readonly maskedChars: number;
  /** Placeholders in the result, those of earlier runs and other tools included. */
  readonly maskedRemaining: number;
  /** Messages of the input that are gone. */
  readonly droppedCount: number;
  /** What no longer reaches the model: its chars before, and what was masked of it. */
  readonly deadChars: number;
  readonly deadMaskedCount: number;
  readonly deadMaskedChars: number;
  /** How many parts rules would have edited whose format does not allow it. */
  untouched(): Partial<Record<RuleName, number>>;
  /** How many observations were masked and kept, by the reason. */
  byRule(): ByRule;
  /** What was decided of every observation, and why, in conversation order. */
  verdicts(): Iterable<Verdict>;
}
