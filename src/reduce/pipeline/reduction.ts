import type { Message, ObservationPart, Part } from "../../transcript/model/message.ts";
import type { MessageSet } from "../../transcript/model/message-set.ts";
import type { Size } from "../../transcript/model/size.ts";
import type { Asked } from "../asking/ask.ts";
import type { BoundBlock } from "../binding/bound-blocks.ts";
import type { ReasoningOutcome } from "../binding/reasoning-outcome.ts";
import type { Masker, RuleName } from "../rules/index.ts";
import type { ByRule, ReasonName } from "./reasons.ts";

/** The stages of the reducer, in the order in which they are tried. */
export type ReductionStage = "masking" | "summarization" | "fallback";

/** An observation's text that is to be another. */
export interface Replacement {
  readonly part: ObservationPart;
  readonly text: string;
  readonly rule: Masker;
}

/**
 * Another part that is to be less: an image gives way to a note, a call gets these arguments, reasoning
 * (an empty text) goes as a whole.
 */
export interface PartEdit {
  readonly part: Exclude<Part, ObservationPart>;
  readonly text: string;
  readonly rule: Masker | "bound-reasoning";
  /** The step from which it holds. */
  readonly from: number;
  /** Set where its message holds nothing else, and goes with it. */
  readonly takesMessage?: true;
}

/** Messages to drop, and their replacement. */
export interface Condensation {
  readonly drop: MessageSet;
  /** None in the fallback. */
  readonly summary?: string;
  /** The message before which the summary is (or would be) put; none: at the end. */
  readonly before?: Message;
}

/**
 * The messages that may be dropped: any whole messages (`remove`), those before the newest part (with copies of
 * `any` of them kept, or of none), or no message.
 */
export type Dropping = "remove" | "any" | "newest" | "never";

/** Why an observation is masked or raw. */
export interface Reason {
  readonly by: ReasonName;
  /** The step from which it is masked; absent where it is raw. */
  readonly from?: number;
}

/** The decision for one observation. */
export interface Verdict extends Reason {
  readonly part: ObservationPart;
  readonly isMasked: boolean;
  /** Whether its message goes as a whole. */
  readonly isDropped: boolean;
  /** Its chars after masking. */
  readonly afterChars: number;
}

/** The reducer's decisions for one transcript, and their result. */
export interface Reduction {
  /** The texts to replace, in conversation order, none of them in a message that is taken out. */
  replacements(): Iterable<Replacement>;
  /** The other parts to edit, in conversation order, none of them in a message that is dropped. */
  edits(): Iterable<PartEdit>;
  /** The treatment of bound reasoning, where edits would make some invalid. */
  readonly reasoning?: ReasoningOutcome | undefined;
  /** The bound blocks after the first edit, taken out or not. */
  readonly lostReasoning: readonly BoundBlock[];
  /** Observations that stay and were placeholders before. */
  maskedBefore(): Iterable<ObservationPart>;
  readonly condensation: Condensation | undefined;
  /** Questions that a model was, or would be, asked. */
  readonly asks: readonly Asked[];
  /** With a budget, how many ways to mask it took, each losing more than the one before; else 0. */
  readonly level: number;
  /** The stage that was reached; undefined when nothing was reduced. */
  readonly stage: ReductionStage | undefined;
  readonly before: Size;
  readonly after: Size;
  /** Whether the result is within the budget; true where there is none. */
  readonly fits: boolean;
  /**
   * Whether the result is no larger than the policy's target; true where there is none, and where the
   * transcript is not larger than the trigger, which is what asks for it.
   */
  readonly targetMet: boolean;
  /** `fallback` when the stages before it did not do. */
  readonly invariantStatus: "ok" | "fallback";
  /**
   * Observations that the masking stage masked, and the sum of their chars less those of what replaces
   * them. An image has no chars: a placeholder that says how many went may be longer than the text that
   * went with them, which counts as less than nothing.
   */
  readonly maskedCount: number;
  readonly maskedChars: number;
  /** Placeholders in the result, those of earlier runs and other tools included. */
  readonly maskedRemaining: number;
  /** Messages of the input that are gone. */
  readonly droppedCount: number;
  /** Dead text, which no longer reaches the model: its chars before, and its masked observations. */
  readonly deadChars: number;
  readonly deadMaskedCount: number;
  readonly deadMaskedChars: number;
  /** How many parts rules would have edited whose format does not allow it. */
  untouched(): Partial<Record<RuleName, number>>;
  /** How many observations were masked and kept, by the reason. */
  byRule(): ByRule;
  /** The decision for every observation and its reason, in conversation order. */
  verdicts(): Iterable<Verdict>;
}
