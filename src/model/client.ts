import type { ModelIdentity } from "./model-identity.ts";
import type { ModelRequest } from "./model-request.ts";

/** The outcome of one attempt at a call. */
export type Attempt =
  | {
      readonly ok: true;
      readonly text: string;
      readonly inputTokens?: number;
      readonly outputTokens?: number;
    }
  | {
      readonly ok: false;
      readonly reason: string;
      /** `again`: worth another attempt; `never`: no other call will do better. */
      readonly outlook?: "again" | "never";
      /** Whether the connection failed before there was a whole answer. */
      readonly isUnanswered?: boolean;
      /** How long the server asks to wait. */
      readonly afterMs?: number;
      /** Whether it was paid for all the same, and would be no different. */
      readonly isPaid?: boolean;
    };

/** One way to reach a model. */
export interface Client extends ModelIdentity {
  /** Where texts go, in words. */
  readonly destination: string;
  attempt(request: ModelRequest, signal: AbortSignal): Promise<Attempt>;
}
