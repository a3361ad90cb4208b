import type { Format } from "../../formats/format.ts";
import { isResultSign } from "../../formats/unread/result-signs.ts";
import { ROW, ROW_STRIDE, type RowPolicy } from "../../json/tape/masked-rows.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Job } from "../edits/job.ts";
import type { LearnedRow, RowColumns, RowPiece } from "../input/input-piece.ts";
import { KernelAnswers } from "./kernel-answers.ts";
import { isPlainJob } from "./plain-policy.ts";
import { plainTelemetry } from "./plain-telemetry.ts";
import { maskedOf } from "./row-account.ts";
import { archiveRows } from "./row-archive.ts";
import { rowSettings } from "./row-settings.ts";

/**
 * Rows that the kernel masks by itself, since they are like one that was read before: what it asks about them, and
 * their account. It does what `PlainConversations` does.
 */
export class PlainRows implements RowColumns {
  policy: RowPolicy;
  private readonly job: Job;
  private readonly answers: KernelAnswers;
  private format: Format | undefined;

  private readonly isPart: boolean;

  private constructor(job: Job, settings: Omit<RowPolicy, "answers">, isPart: boolean) {
    this.job = job;
    this.isPart = isPart;
    this.answers = new KernelAnswers(job);
    this.policy = { ...settings, answers: this.answers };
  }

  /** None where the job asks for more than the kernel can decide. */
  static for(job: Job, { isPart }: { readonly isPart: boolean }): PlainRows | undefined {
    const settings = isPlainJob(job) ? rowSettings(job) : undefined;
    return settings && new PlainRows(job, settings, isPart);
  }

  learn(tree: TapeTree, { format, hasResults }: LearnedRow): void {
    if (format.chat === undefined) return;
    // Another policy for another format: the kernel forgets the rows of the one before.
    if (format !== this.format) this.policy = { ...this.policy };
    this.format = format;
    this.answers.tree = tree;
    this.answers.table = format.chat;
    // A row without results says too little of itself where one may be there under a key, or results tell the format.
    const hasSign = hasResults || tree.keys(tree.root).some(isResultSign);
    tree.learnRow(this.policy, format.chat, hasSign);
  }

  /** Archives what is taken out of rows, and reports them. */
  report({ batch, format, line }: RowPiece): void {
    const { job, answers } = this;
    const { archive } = job;
    if (archive !== undefined)
      archiveRows(archive, {
        batch,
        line: this.isPart ? undefined : line,
        digests: answers.digests,
      });
    answers.digests.clear();
    const { count, numbers } = batch;
    for (let row = 0; row < count; row++) {
      const at = row * ROW_STRIDE;
      const integer = (place: number) => numbers[at + place] ?? 0;
      const about = {
        format,
        line: line + row,
        messages: integer(ROW.messages),
        chars: integer(ROW.chars),
        toolTurns: integer(ROW.toolTurns),
      };
      job.onTranscript(plainTelemetry(job, about, maskedOf(integer)));
    }
  }
}
