import type { ReasonName } from "../../reduce/pipeline/reasons.ts";
import type { ReductionStage } from "../../reduce/pipeline/reduction.ts";

/** The changes that a policy would make to one transcript. Its keys are a public contract. */
export interface TranscriptDiff {
  readonly file: string;
  /** The line that the transcript starts on, from 1. */
  readonly line: number;
  readonly format: string;
  readonly beforeChars: number;
  readonly afterChars: number;
  /** In conversation order. */
  readonly changes: readonly DiffChange[];
}

/** One change. */
export interface DiffChange {
  /** The line of the input that it is on, from 1. */
  readonly line: number;
  /** The turn that it belongs to, from 1; 0 before the first. */
  readonly turn: number;
  /** Its kind: a tool result, another part, or whole messages that are dropped. */
  readonly kind: "result" | "call" | "image" | "reasoning" | "text" | "messages";
  readonly tool?: string;
  /** The most telling argument of the call, clipped. */
  readonly argument?: string;
  /** The reference of a tool result, for `--keep-ref`. */
  readonly ref?: string;
  readonly beforeChars: number;
  readonly afterChars: number;
  /** The rule, or for dropped messages the stage. */
  readonly by: ReasonName | ReductionStage;
  /** The reason in words. */
  readonly reason: string;
  /** Messages that are dropped. */
  readonly messages?: number;
  /** The first line of the removed text, and of the text in its place, clipped; empty if there is none. */
  readonly goes: string;
  readonly comes: string;
}
