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

/** A new text for an observation. */
export interface Replacement {
  readonly part: ObservationPart;
  readonly text: string;
  readonly rule: Masker;
}

/**
 * An edit of another part: an image becomes a note, a call gets new arguments, reasoning (an empty text) is
 * removed.
 */
export interface PartEdit {
  readonly part: Exclude<Part, ObservationPart>;
  readonly text: string;
  readonly rule: Masker | "bound-reasoning";
  /** The step from which it holds. */
  readonly from: number;
  /** Set if its message holds nothing else, and is removed with it. */
  readonly takesMessage?: true;
}

/** Messages to drop, and their replacement. */
export interface Condensation {
  readonly drop: MessageSet;
  /** None in the fallback. */
  readonly summary?: string;
  /** The message before which the summary is inserted; undefined: at the end. */
  readonly before?: Message;
}

/**
 * The messages that may be dropped: any whole messages (`remove`), those before the newest part (keeping copies of
 * `any` of them, or of none), or no message.
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
  /** The texts to replace, in conversation order, none of them in a removed message. */
  replacements(): Iterable<Replacement>;
  /** The other parts to edit, in conversation order, none of them in a message that is dropped. */
  edits(): Iterable<PartEdit>;
  /** How bound reasoning was treated, if edits would make some invalid. */
  readonly reasoning?: ReasoningOutcome | undefined;
  /** The bound blocks after the first edit, removed or not. */
  readonly lostReasoning: readonly BoundBlock[];
  /** Observations that stay and were placeholders before. */
  maskedBefore(): Iterable<ObservationPart>;
  readonly condensation: Condensation | undefined;
  /** Questions that a model was asked, or would be. */
  readonly asks: readonly Asked[];
  /** With a budget, the index of the way to mask that was used, each losing more than the one before; else 0. */
  readonly level: number;
  /** The stage that was reached; undefined when nothing was reduced. */
  readonly stage: ReductionStage | undefined;
  readonly before: Size;
  readonly after: Size;
  /** Whether the result is within the budget; true where there is none. */
  readonly fits: boolean;
  /**
   * Whether the result is no larger than the policy's target; true if there is none, or the transcript is not
   * larger than the trigger.
   */
  readonly targetMet: boolean;
  /** `fallback` if the earlier stages did not suffice. */
  readonly invariantStatus: "ok" | "fallback";
  /**
   * Observations that the masking stage masked, and the sum of their chars less those of what replaces them. An
   * image has no chars, so a placeholder that counts removed images may be longer than the removed text; then this
   * is negative.
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
