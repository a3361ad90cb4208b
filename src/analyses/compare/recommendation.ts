import type { OtherSetting } from "./setting.ts";
import type { Interval } from "./sums/interval.ts";

/** The setting that the figures recommend. It says nothing about task success. */
export type Recommendation =
  | {
      readonly kind: "window";
      readonly setting: string;
      readonly window: number;
      readonly every: number;
      /** Its cost divided by that of the full history, with a prompt cache. */
      readonly cachedRatio: number;
      readonly recallShare?: number;
      readonly recallInterval?: Interval;
      /** The best `every` by the closed form (`bestPeriod`), for turns of average size. */
      readonly bestPeriod: number;
    }
  /** A setting other than a window, which costs less than the window would. */
  | {
      readonly kind: "setting";
      readonly setting: OtherSetting;
      /** Its cost divided by that of the full history, with a prompt cache. */
      readonly cachedRatio: number;
      readonly recallShare?: number;
      readonly recallInterval?: Interval;
    }
  /** There is nothing to mask. */
  | { readonly kind: "nothing-to-mask" }
  /** No setting with enough recall costs noticeably less than leaving history alone: the cheapest of them. */
  | {
      readonly kind: "not-worth-it";
      readonly setting: string;
      readonly cachedRatio: number;
      readonly uncachedRatio: number;
      readonly wholeRatio: number;
    }
  /** There are too few later uses of tool results to show that recall is high enough. */
  | { readonly kind: "too-few-references"; readonly references: number; readonly needed: number }
  /** No setting is shown to have enough recall: the nearest one. */
  | {
      readonly kind: "too-little-recall";
      readonly setting: string;
      readonly recallShare: number;
      readonly recallInterval: Interval;
    };
