import type { ObservationPart, Part } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import type { Answers, Asked } from "../asking/ask.ts";
import type { BoundReasoning } from "../binding/bound-blocks.ts";
import type { Policy, PolicyDefaults } from "../pipeline/checked-policy.ts";
import type { Placeholders } from "../placeholders/placeholder.ts";
import type { Step, WindowEnds } from "../windows/window-ends.ts";
import type { OptionsOf } from "./rule-option.ts";

/** The inputs of a rule. */
export interface RuleContext {
  readonly transcript: Transcript;
  readonly policy: Policy;
  /** The rules that are on, in the order of the registry. */
  readonly active: readonly ActiveRule[];
  readonly window: WindowEnds;
  readonly placeholders: Placeholders;
  /** Chars that masking an observation has to save. */
  readonly minGain: number;
  /** The reasoning that edits could make invalid; undefined where there is none. */
  readonly bound?: BoundReasoning | undefined;
  /** A model's answers; undefined: no model is asked. */
  readonly answers?: Answers | undefined;
  /** Questions by their key: rules add to it, and may repeat one. */
  readonly asked?: Map<string, Asked>;
}

/** A rule that is on, and its setting. */
export interface ActiveRule {
  readonly name: string;
  readonly rule: AnyRule;
  readonly setting: unknown;
}

/**
 * A part that a rule masks, from this step on. Compaction applies all proposals up to the last step, a replay
 * walks the steps, and a masked part stays masked.
 */
export interface MaskProposal {
  /** An observation; or an image, a call or reasoning, each edited by at most one rule. */
  readonly part: Part;
  readonly from: Step;
  /** The text to put in its place, if that is not the rule's own text for it. */
  readonly text?: () => string | undefined;
  /** With a target, parts with a lower rank are masked before older ones with a higher rank. */
  readonly rank?: number;
}

/** An observation that a rule keeps raw, until this step or for good. */
export interface KeepProposal {
  readonly part: ObservationPart;
  readonly until?: Step;
}

/**
 * One reason to mask or to keep. Lists, flags, help, presets and reports are derived from it. `O` are its options,
 * `S` its setting.
 */
export type Rule<O extends object, S> = MaskRule<O, S> | KeepRule<O, S>;

/** A rule of any options and setting. */
export type AnyRule = Rule<object, unknown>;

interface Described<O extends object, S> {
  /** Why an observation is masked or kept by it, in a few words: docs/report.md lists them. */
  readonly reason: string;
  /** How each of its options is typed, and what turns it off. */
  readonly options: OptionsOf<O>;
  /**
   * The setting for these options; undefined turns the rule off. Throws a `bad-option` error that
   * names the option and the value seen.
   */
  setting(options: O, defaults: PolicyDefaults): S | undefined;
  /** Whether columns of tool results are enough to apply it: see engine/plain. Absent: they never are. */
  inColumns?(setting: S): boolean;
}

/** A rule that keeps observations raw. */
export interface KeepRule<O extends object, S> extends Described<O, S> {
  readonly acts: "keep";
  /** Whether it gives way to rules that leave the errors of an observation. */
  readonly ofWholes: boolean;
  /** Whether it keeps text that no longer reaches the model; no other rule does. */
  readonly ofDead?: true;
  propose(context: RuleContext, setting: S): Iterable<KeepProposal>;
}

/** A rule that masks parts: many at once by `propose`, or one observation after another. */
export type MaskRule<O extends object, S> = ProposingRule<O, S> | EachRule<O, S>;

interface MaskTraits<O extends object, S> extends Described<O, S> {
  readonly acts: "mask";
  readonly edits: Part["kind"];
  /**
   * Its turn among the rules that mask: a number of its own, lowest for the rule that loses least. With
   * a target or a budget a rule masks only if those before it do not suffice.
   */
  readonly tier: number;
  /**
   * If several rules mask an observation, the one with the highest number gives the text. A text
   * changes only when a stronger rule masks the observation as well, and never back.
   */
  readonly strength: number;
  /**
   * The rest of a masked observation: a placeholder, its errors, other text, or both (an excerpt).
   * Rules that keep wholes give way where errors are left. Other text does not count as masked.
   */
  readonly leaves: "placeholder" | "errors" | "text" | "excerpt";
  /** Set if it masks a part at the step that it proposes: no trigger, target or budget delays it. */
  readonly atOnce?: true;
  /** Whether all text that it removes is still elsewhere in the transcript. */
  readonly isLossless: boolean;
  /** The chars that the text of a result has to exceed to be masked, if there is such a limit. */
  above?(setting: S): number;
}

/** A rule that looks at a transcript as a whole. */
interface ProposingRule<O extends object, S> extends MaskTraits<O, S> {
  propose(context: RuleContext, setting: S): Iterable<MaskProposal>;
  /** How many parts it would have edited, but cannot. */
  untouched?(context: RuleContext, setting: S): number;
  readonly masksFrom?: never;
  readonly text?: never;
}

/** A rule that decides each observation alone, without proposal objects. */
interface EachRule<O extends object, S> extends MaskTraits<O, S> {
  /** The step from which it masks an observation; undefined where it never does. */
  masksFrom(part: ObservationPart, context: RuleContext, setting: S): Step | undefined;
  /** The text for an observation that the rule masks; the caller checks whether it is worthwhile. */
  text(part: ObservationPart, context: RuleContext, setting: S): string | undefined;
  readonly propose?: never;
  readonly untouched?: never;
}
