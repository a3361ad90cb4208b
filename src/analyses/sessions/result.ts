/** The figures of a session that was read to its end. Its keys are a public contract. */
export interface MeasuredSession {
  readonly format: string;
  /** Transcripts in it: one, and more where it holds those of subagents. */
  readonly transcripts: number;
  readonly messages: number;
  /** Tokens that still reach the model, by the estimator that the report names. */
  readonly tokens: number;
  /** Tokens that a window of 10 turns would remove. */
  readonly windowTokens: number;
  /** Tokens that the preset `lossless` would remove. */
  readonly losslessTokens: number;
  /** The model that wrote most of its replies, as far as it is recorded with them. */
  readonly model?: string;
  /** Absent if the session records no usage. */
  readonly spent?: Spending;
}

/** The tokens of the prompts and replies of a session, as its provider counted them, and their cost. */
export interface Spending {
  /** Tokens of prompts that were neither read from a cache nor written to it. */
  readonly inputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  /** US dollars; absent where no price is known for a model. */
  readonly usd?: number;
  /**
   * The source of the amount: the session itself (`recorded`), or list prices (`list`). `list-input`: of prompts
   * alone, since the price of the model's replies is not known: at least that much was spent.
   */
  readonly basis?: "recorded" | "list" | "list-input";
}

/** A session on this machine. Its keys are a public contract. */
export interface ListedSession {
  readonly id: string;
  /** The program that saved it. */
  readonly agent: string;
  readonly path: string;
  readonly bytes: number;
  /** When it was last written to, as ISO 8601 in UTC. */
  readonly changed: string;
  /** The name of the folder that the agent worked in, and its path. */
  readonly project?: string;
  readonly folder?: string;
  readonly model?: string;
  /**
   * How much of it was read for the figures: the `whole` session; its `head` alone, with tokens estimated from its
   * bytes if at all; nothing, since it has `failed`, or since it is `not yet` a format that is read.
   */
  readonly read: "whole" | "head" | "failed" | "not yet";
  readonly format?: string;
  readonly messages?: number;
  readonly tokens?: number;
  readonly windowTokens?: number;
  readonly losslessTokens?: number;
  readonly spent?: Spending;
  /** The separate files of its subagents, which the figures above do not include. */
  readonly subagents?: SubagentFiles;
  /** Why it could not be read. */
  readonly problem?: string;
  /** The command that exports such a session in a readable format. */
  readonly hint?: string;
}

/** The files of a session's subagents. Its keys are a public contract. */
export interface SubagentFiles {
  readonly files: number;
  readonly bytes: number;
  /** The sum over those that were read. */
  readonly spent?: Spending;
}

/** Sums over listed sessions. Its keys are a public contract. */
export interface SessionTotals {
  readonly sessions: number;
  /** How many of them were read whole: the sums below are over these. */
  readonly wholeSessions: number;
  readonly bytes: number;
  readonly tokenizer: string;
  readonly tokens: number;
  readonly windowTokens: number;
  readonly losslessTokens: number;
  /**
   * US dollars of sessions and subagents with recorded usage and a known price; includes amounts at list prices of
   * prompts alone.
   */
  readonly usd: number;
  /** The number of sessions in that amount. */
  readonly pricedSessions: number;
}
