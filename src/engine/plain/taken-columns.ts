import type { Format } from "../../formats/format.ts";
import type { ChatColumns } from "../../json/tape/chat-table.ts";
import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import type { PlainResults } from "./plain-results.ts";
import type { Masked } from "./plain-telemetry.ts";

/** Takes conversations as columns, and leaves those of which these do not say enough. */
export interface ColumnTaker {
  /** Placeholders are known from other text by this policy, and results decided about. */
  readonly policy: Policy;
  /** Takes a conversation; false: it is read as objects. */
  takeRow(row: ColumnRow): boolean;
}

/** A conversation as columns; until the next is read. */
export interface ColumnRow {
  readonly format: Pick<Format, "name">;
  /** From 1. */
  readonly line: number;
  readonly columns: ChatColumns;
  readonly results: PlainResults;
  /** The outcome of masking its results by the policy. */
  readonly masked: Omit<Masked, "counts">;
  /** Whether a result is a placeholder already. */
  isMasked(result: number): boolean;
}
