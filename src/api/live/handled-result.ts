import type { Splice } from "../../json/splice/splice.ts";
import type { Sent } from "./sent-memo.ts";

/** A tool result of a request that is sent in another form, or was too large to be sent unchanged. */
export interface HandledResult {
  readonly as: "raw" | "short" | "masked";
  /** Whether it is larger than the first-sight limit. */
  readonly isLarge: boolean;
  readonly savedChars: number;
  /** The replacements in the body. */
  readonly splices: readonly Splice[];
}

/** A decision made for a request: the key of a result, and how it had been sent until then. */
export interface DecisionMade {
  readonly key: string;
  readonly before: Sent | undefined;
}
