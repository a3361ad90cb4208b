import type { Format } from "../../formats/format.ts";
import { isResultSign } from "../../formats/unread/result-signs.ts";
import type { ChatColumns } from "../../json/tape/chat-table.ts";
import {
  ROW,
  ROW_REASONS,
  ROW_STRIDE,
  type RowAnswers,
  type RowPolicy,
} from "../../json/tape/masked-rows.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { ReasonSums } from "../../reduce/pipeline/reasons.ts";
import type { Job } from "../edits/job.ts";
import type { RowColumns, RowPiece } from "../input/input-piece.ts";
import { PlainGuards } from "./plain-guards.ts";
import { PlainPlaceholders } from "./plain-placeholders.ts";
import { isPlainJob } from "./plain-policy.ts";
import { PlainResults } from "./plain-results.ts";
import { plainTelemetry } from "./plain-telemetry.ts";
import { isSureOfResults } from "./plain-unread.ts";
import { rowSettings } from "./row-settings.ts";

/**
 * Rows that the kernel masks by itself, since they are like one that was read before: what it asks about them, and
 * their account. It does what `PlainConversations` does.
 */
export class PlainRows implements RowColumns, RowAnswers {
  policy: RowPolicy;
  private readonly job: Job;
  private readonly results: PlainResults;
  private readonly placeholders: PlainPlaceholders;
  private readonly guards: PlainGuards;
  private tree: TapeTree | undefined;
  private format: Format | undefined;

  private constructor(job: Job, settings: Omit<RowPolicy, "answers">) {
    const { policy, findsErrors = false } = job;
    this.job = job;
    this.results = new PlainResults(findsErrors);
    this.placeholders = new PlainPlaceholders(policy, this.results);
    this.guards = new PlainGuards(policy.rules, this.results);
    this.policy = { ...settings, answers: this };
  }

  /** None where the job asks for more than the kernel can decide. */
  static for(job: Job): PlainRows | undefined {
    const settings = isPlainJob(job) ? rowSettings(job) : undefined;
    return settings && new PlainRows(job, settings);
  }

  learn(tree: TapeTree, format: Format): void {
    if (format.chat === undefined) return;
    // Another policy for another format: the kernel forgets the rows of the one before.
    if (format !== this.format) this.policy = { ...this.policy };
    this.format = format;
    this.tree = tree;
    // A row without results says too little of itself where one may be there under a key, or blocks tell the format.
    const hasSign = format.evidence === "blocks" || tree.keys(tree.root).some(isResultSign);
    tree.learnRow(this.policy, format.chat, hasSign);
  }

  isSure(columns: ChatColumns): boolean {
    return isSureOfResults(this.open(columns), columns);
  }

  isPlaceholder(columns: ChatColumns, k: number): boolean {
    this.open(columns);
    return this.placeholders.isMasked(this.results.node(k));
  }

  isError(columns: ChatColumns, k: number): boolean {
    this.open(columns);
    return this.guards.isError(k);
  }

  keeperOfTool(columns: ChatColumns, k: number): number {
    this.open(columns);
    const keeper = this.guards.keeperByName(k);
    return keeper === "" ? 0 : ROW_REASONS.indexOf(keeper as (typeof ROW_REASONS)[number]);
  }

  /** Begins with the row that was scanned last. */
  private open({ results }: ChatColumns): TapeTree {
    const { tree } = this;
    if (tree === undefined) throw new Error("no row was learned");
    tree.renew();
    this.results.open(tree, results);
    return tree;
  }

  /** Reports rows. */
  report({ batch, format, line }: RowPiece): void {
    const { file, onTranscript } = this.job;
    const { count, numbers } = batch;
    for (let row = 0; row < count; row++) {
      const at = row * ROW_STRIDE;
      const integer = (place: number) => numbers[at + place] ?? 0;
      const masked = integer(ROW.masked);
      const counts: ReasonSums = {};
      if (masked > 0) counts.window = { masked, maskedChars: integer(ROW.saved) };
      for (let k = 0; k < ROW_REASONS.length; k++) {
        const kept = integer(ROW.reasons + 2 * k);
        const reason = ROW_REASONS[k];
        if (kept === 0 || reason === undefined) continue;
        counts[reason] = { ...counts[reason], kept, keptChars: integer(ROW.reasons + 2 * k + 1) };
      }
      const about = {
        ...{ format, line: line + row },
        ...{ messages: integer(ROW.messages), chars: integer(ROW.chars) },
      };
      onTranscript(
        plainTelemetry(file, about, {
          ...{ count: masked, chars: integer(ROW.saved), counts },
          remaining: integer(ROW.maskedBefore) + masked,
        }),
      );
    }
  }
}
