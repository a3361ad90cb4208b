import type { Savings } from "../../reduce/pipeline/savings.ts";
import type { Role } from "../../transcript/model/message.ts";

/**
 * The sizes of one transcript, or of several together. Chars are those that reach the model, unless a name says
 * otherwise. Its keys are a public contract.
 */
export interface Inspection extends KindChars {
  /** All messages, including those that no longer reach the model. */
  readonly messages: number;
  readonly turns: number;
  readonly toolTurns: number;
  /** The sum over the kinds, and over the roles. */
  readonly chars: number;
  readonly byRole: Readonly<Record<Role, KindChars>>;
  readonly calls: number;
  readonly observations: number;
  /** Observations that the format marks as errors. */
  readonly errorObservations: number;
  readonly unansweredCalls: number;
  /** Observations without a call. */
  readonly orphanObservations: number;
  /** Observations that are placeholders already, and their chars. */
  readonly maskedObservations: number;
  readonly maskedObservationChars: number;
  /** Observations whose whole text is that of an earlier one of their transcript. */
  readonly duplicateObservations: number;
  readonly duplicateChars: number;
  /** Images have no chars: the bytes are those of their blocks in the file. */
  readonly images: number;
  readonly imageBytes: number;
  /** Copies of observations that the model does not see, and prompts stored whole. */
  readonly sideCopies: number;
  readonly sideCopyBytes: number;
  /** Messages that no longer reach the model: rewound branches, and messages before a compaction. */
  readonly deadMessages: number;
  readonly deadChars: number;
  /** The savings of a window of 10 tool turns alone. */
  readonly savings: Savings;
  /** One for each of `WINDOW_SIZES`. */
  readonly windows: readonly WindowShare[];
  /** The tools, those with most chars first. */
  readonly tools: readonly ToolShare[];
  /** At most `MAX_LARGEST`, the largest first. */
  readonly largest: readonly LargeObservation[];
}

/** The keys of an inspection that are plain numbers. */
export type CountKey = {
  [K in keyof Inspection]: Inspection[K] extends number ? K : never;
}[keyof Inspection];

/** Chars by what they are; images have none. */
export interface KindChars {
  readonly textChars: number;
  readonly reasoningChars: number;
  /** Names and arguments. */
  readonly callChars: number;
  readonly observationChars: number;
}

/** Sizes inside and outside a window of the newest tool turns. */
export interface WindowShare {
  /** Tool turns that stay raw. */
  readonly window: number;
  readonly insideChars: number;
  /** Chars of the messages before the window. */
  readonly outsideChars: number;
  /** Observations outside the window, which masking would replace, except placeholders and demonstrations. */
  readonly outsideObservations: number;
  readonly outsideObservationChars: number;
}

/** Calls and results of one tool. */
export interface ToolShare {
  readonly tool: string;
  readonly calls: number;
  readonly callChars: number;
  readonly observations: number;
  readonly observationChars: number;
}

/** One observation, and its place. */
export interface LargeObservation {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly tool: string;
  readonly chars: number;
}

/** The windows of an inspection, in tool turns. */
export const WINDOW_SIZES: readonly number[] = [5, 10, 20];

/** Observations that are listed as the largest. */
export const MAX_LARGEST = 10;

/** The name given to tools without one. */
export const UNKNOWN_TOOL = "unknown";
