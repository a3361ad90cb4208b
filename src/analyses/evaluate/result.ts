import type { Likelihood } from "../../model/prompt-likelihood.ts";
import type { Interval } from "../compare/sums/interval.ts";

/**
 * Which results a prompt has hidden: those of the policy, and two controls. `unused` hides all results
 * that are never used again, where no change is expected; `used` those that the reply uses, and no other text has,
 * where a change is expected.
 */
export const HIDDEN_SETS = ["policy", "unused", "used"] as const;
export type HiddenSet = (typeof HIDDEN_SETS)[number];

/** A model's verdict on one reply with results hidden. Its keys are a public contract. */
export interface HiddenOutcome {
  /** The log-likelihood of the recorded reply, in nats. */
  readonly logprob: number;
  /** `logprob` minus the same with nothing hidden: below 0 if the reply became less likely. */
  readonly difference: number;
  /** Results hidden (or other parts edited), and the chars that they had. */
  readonly hidden: number;
  readonly hiddenChars: number;
  /** Turns since the newest of them that the reply uses; if it uses none, since the newest of all. */
  readonly age: number;
  /** Whether the reply uses something that only a hidden result has. */
  readonly usesHidden: boolean;
  /** The greedy continuation compared with the one with nothing hidden; absent if none was requested. */
  readonly flips?: Flips;
}

/** Whether a greedy continuation calls another tool, or names another path. */
export interface Flips {
  readonly tool: boolean;
  readonly path: boolean;
}

/** A reply whose likelihood was measured. Its keys are a public contract. */
export interface EvaluatedStep {
  readonly file: string;
  /** The line that its transcript starts on, from 1. */
  readonly line: number;
  /** How many turns the agent had seen. */
  readonly step: number;
  /** The tool that the reply calls first, if it does. */
  readonly tool?: string;
  /** The recorded reply with nothing hidden: its log-likelihood in nats, and its tokens. */
  readonly raw: Likelihood;
  readonly policy?: HiddenOutcome;
  readonly unused?: HiddenOutcome;
  readonly used?: HiddenOutcome;
}

/** A mean change over replies, with its 95 % interval over transcripts. */
export interface Effect {
  readonly steps: number;
  readonly transcripts: number;
  /** Nats per reply, and per token of the replies; 0 without steps. */
  readonly difference: number;
  readonly perToken: number;
  /** The interval of the difference; absent for fewer than two transcripts. */
  readonly interval?: Interval;
  /** Greedy continuations that were compared; absent where none was. */
  readonly flips?: FlipShares;
}

/** Shares of greedy continuations that call another tool, name another path, or either. */
export interface FlipShares {
  readonly steps: number;
  readonly tool: number;
  readonly path: number;
  readonly either: number;
  /** The interval of `either`; absent for fewer than two transcripts. */
  readonly interval?: Interval;
}

/** An effect on replies before which results of some age were hidden. */
export interface AgeEffect extends Effect {
  /** Turns, both included; without an end it is open. */
  readonly from: number;
  readonly to?: number;
}

/** Steps that were counted; see `docs/evaluate.md`. */
export interface StepCounts {
  /** Replies of the model. */
  replies: number;
  /** Replies before which the policy changes nothing: their difference is 0 without asking. */
  unchanged: number;
  /** Steps that were sampled, and how many of them were measured. */
  sampled: number;
  measured: number;
}

/** The effect of a policy on a model's likelihoods. Its keys are a public contract. */
export interface Evaluation {
  readonly settings: EvaluationSettings;
  readonly steps: readonly EvaluatedStep[];
  readonly totals: EvaluationTotals;
}

/** How an evaluation was made. */
export interface EvaluationSettings {
  readonly model: string;
  readonly template: string;
  readonly stepsPerTranscript: number;
  readonly seed: number;
  readonly greedy: boolean;
}

/** The sums of an evaluation. */
export interface EvaluationTotals extends Readonly<StepCounts> {
  /** Why drawn steps were not measured, and how many. */
  readonly unmeasured: Readonly<Record<string, number>>;
  readonly policy: Effect;
  /** The effect split into replies that use something only a hidden result has, and others. */
  readonly usesHidden: Effect;
  readonly usesNothingHidden: Effect;
  readonly byAge: readonly AgeEffect[];
  readonly controls: { readonly unused: ControlEffect; readonly used: ControlEffect };
}

/** The effect of a control; `unknown` if there are too few transcripts. */
export interface ControlEffect extends Effect {
  readonly expected: "no change" | "less likely";
  readonly verdict: "as expected" | "not as expected" | "unknown";
}
