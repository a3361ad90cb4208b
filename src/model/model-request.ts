/** A question to a model. Its hash, with the model's name, is the key of the cache. */
export interface ModelRequest {
  /** `likelihood`: how likely `prompt` is after `system`; `continuation`: how `system` goes on, up to `prompt`. */
  readonly purpose: "summary" | "reflection" | "snapshot" | "likelihood" | "continuation";
  readonly system: string;
  readonly prompt: string;
  /** The subject: a cached reply of the same subject from an earlier run is accepted. */
  readonly subject?: string;
  /** The most tokens that the reply may have. */
  readonly maxTokens: number;
}

/** A text that is not blank, or the reason why there is none. */
export type ModelReply =
  | {
      readonly ok: true;
      readonly text: string;
      readonly inputTokens?: number;
      readonly outputTokens?: number;
    }
  | { readonly ok: false; readonly reason: string };
