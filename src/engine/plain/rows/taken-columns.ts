import type { Format } from "../../../formats/format.ts";
import type { ChatColumns } from "../../../json/tape/chat-table.ts";
import type { Policy } from "../../../reduce/pipeline/checked-policy.ts";
import type { Masked } from "../policy/plain-telemetry.ts";
import type { PlainResults } from "../results/plain-results.ts";

/** Receives conversations as columns, and refuses those that need more than columns. */
export interface ColumnTaker {
  /** The policy by which placeholders are recognized and results decided. */
  readonly policy: Policy;
  /** Receives a conversation; false if it has to be read as objects. */
  takeRow(row: ColumnRow): boolean;
}

/** A conversation as columns, valid until the next is read. */
export interface ColumnRow {
  readonly format: Pick<Format, "name">;
  /** From 1. */
  readonly line: number;
  readonly columns: ChatColumns;
  readonly results: PlainResults;
  /** The outcome of masking its results by the policy. */
  readonly masked: Omit<Masked, "byRule">;
  /** Whether a result is already a placeholder. */
  isMasked(result: number): boolean;
}
