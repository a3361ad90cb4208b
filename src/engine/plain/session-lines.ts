import { BY_ROOT } from "../../formats/arrange/arrange-chains.ts";
import type { Format } from "../../formats/format.ts";
import { signOfKey, wordSaysResult } from "../../formats/unread/result-signs.ts";
import { ARRANGED_KINDS, type ArrangedPolicy } from "../../json/kernel/kernel-arranged.ts";
import type { RowPolicy } from "../../json/tape/masked-rows.ts";
import type { NoteMasker } from "../../json/tape/noted-lines.ts";
import type { SessionTable } from "../../json/tape/session-words.ts";
import { isOfLength } from "../../reduce/placeholders/rendering.ts";
import type { Job } from "../edits/job.ts";
import type { SessionAt, SessionKernel } from "../input/input-piece.ts";
import { KernelAnswers } from "./kernel-answers.ts";
import { rowSettings } from "./row-settings.ts";
import type { SessionMessages } from "./session-messages.ts";
import { arrangedPolicy } from "./session-results.ts";
import { SessionTexts } from "./session-texts.ts";

/** The lines of a session that the kernel reads: those of a format's table, where a placeholder says the length only. */
export class SessionLines {
  readonly texts: SessionTexts;
  /** The model that lines of the kernel named last. */
  model: string | undefined;
  private readonly job: Job;
  private readonly table: SessionTable;
  private readonly kernel: SessionKernel;
  private readonly policy: RowPolicy;
  /** How its results are decided about. */
  readonly arranged: ArrangedPolicy;
  /** Models by their numbers: few write a session. */
  private readonly models = new Map<number, string>();

  private constructor(
    job: Job,
    {
      table,
      kernel,
      policy,
      arranged,
    }: { table: SessionTable; kernel: SessionKernel; policy: RowPolicy; arranged: ArrangedPolicy },
  ) {
    this.arranged = arranged;
    this.job = job;
    this.table = table;
    this.kernel = kernel;
    this.policy = policy;
    this.texts = new SessionTexts(kernel.sessions);
  }

  /** None where the format has no such lines, or the job asks for more. */
  static for(
    job: Job,
    { session: table }: Format,
    kernel: SessionKernel,
  ): SessionLines | undefined {
    if (table === undefined || job.findsUsage || job.sideCopies === "mask") return undefined;
    const settings = isOfLength(job.policy.placeholder) ? rowSettings(job) : undefined;
    if (settings === undefined) return undefined;
    const answers = new KernelAnswers(job);
    answers.tree = kernel.tree;
    const policy = { ...settings, ...ERRORS_ONLY, answers };
    if (!kernel.rows.beginSession(policy)) return undefined;
    const { window, rules } = job.policy;
    const arranged = arrangedPolicy(settings, window, rules["keep-dead"] === true);
    return new SessionLines(job, { table, kernel, policy, arranged });
  }

  /** Puts out the input with the results that are masked. */
  get notes(): NoteMasker {
    return this.kernel.notes;
  }

  /** Begins with no lines. */
  begin(): void {
    const { job, kernel, table, texts, policy } = this;
    const about = {
      table,
      marks: ARRANGED_KINDS,
      rootThread: texts.numberOf(BY_ROOT),
      wantsModels: job.findsModels ?? false,
      messagesOnly: kernel.isAsked,
    };
    kernel.sessions.begin(about, policy, {
      signOf: signOfKey,
      saysResult: wordSaysResult,
      saysFailure: (text) => {
        kernel.tree.renew();
        return table.saysFailure?.(kernel.tree, text) ?? false;
      },
    });
  }

  /** Adds lines that the kernel read. */
  append(messages: SessionMessages, { batch, offset, bytes }: SessionAt): void {
    messages.append(batch, { offset, bytes }, (number) => this.modelOf(number));
    if (batch.model !== 0) this.model = this.modelOf(batch.model);
  }

  /** The number of the model that was named last; 0 for none. */
  get modelNumber(): number {
    return this.texts.numberOf(this.model);
  }

  /** Takes note of the model that a line of another reader named last. */
  reads(model: string | undefined): void {
    this.model = model;
  }

  private modelOf(number: number): string {
    let model = this.models.get(number);
    if (model === undefined) {
      model = this.texts.text(number) ?? "";
      this.models.set(number, model);
    }
    return model;
  }
}

/** The rules that other columns decide by. */
const ERRORS_ONLY = { first: 0, larger: 2 ** 30, orphans: false, asksTools: false };
