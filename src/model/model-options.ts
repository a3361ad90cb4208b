/** How a model is asked, and what of the world it takes for that. */
export interface ModelOptions {
  /** The address of a server that speaks the provider's protocol. */
  readonly url?: string;
  /** A file that keeps replies, so that none is asked for twice. */
  readonly cacheFile?: string;
  /** The most calls, and the most tokens of prompts and replies together, that may be paid for. */
  readonly maxCalls?: number;
  readonly maxTokens?: number;
  /** How long a single attempt may take. Default: 120,000. */
  readonly timeoutMs?: number;
  /** Calls under way at once. Default: 4. */
  readonly concurrency?: number;
  /** Where keys and addresses of providers are looked up. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told what is sent where, and what it came to. */
  note(line: string): void;
  /** Waits before a call is tried again. Default: a timer. */
  wait?(ms: number): Promise<void>;
  /** From 0 to 1, spreads what is tried again at once. Default: always the middle. */
  random?(): number;
}
