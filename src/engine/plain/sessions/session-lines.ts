import { BY_ROOT } from "../../../formats/arrange/arrange-chains.ts";
import type { Format } from "../../../formats/format.ts";
import { signInKernel } from "../../../formats/unread/find-unread.ts";
import { wordSaysResult } from "../../../formats/unread/result-signs.ts";
import { ARRANGED_KINDS, type ArrangedPolicy } from "../../../json/kernel/kernel-arranged.ts";
import type { RowPolicy } from "../../../json/tape/masked-rows.ts";
import type { NoteMasker } from "../../../json/tape/noted-lines.ts";
import type { SessionTable } from "../../../json/tape/session-words.ts";
import { isOfLength } from "../../../reduce/placeholders/rendering.ts";
import { hasField } from "../../../reduce/placeholders/template.ts";
import type { Job } from "../../edits/job.ts";
import type { SessionAt, SessionKernel } from "../../input/lines/kernel-lines.ts";
import { LineLearner } from "../learned/line-learner.ts";
import { KernelAnswers } from "../rows/kernel-answers.ts";
import { lineSettings } from "../rows/row-settings.ts";
import type { SessionMessages } from "./session-messages.ts";
import { SessionPlaceholders } from "./session-placeholders.ts";
import { arrangedPolicy, type SessionResults } from "./session-results.ts";
import { SessionTexts } from "./session-texts.ts";

/** Reads lines of a session with the kernel: by the format's table of words, or like lines that were learned. */
export class SessionLines {
  readonly texts: SessionTexts;
  /** Writes placeholders that say more than the length. */
  readonly writing: SessionPlaceholders | undefined;
  /** The model that the kernel's lines named last. */
  model: string | undefined;
  private readonly job: Job;
  private readonly table: SessionTable | undefined;
  private readonly kernel: SessionKernel;
  private readonly policy: RowPolicy;
  /** The policy for its results. */
  readonly arranged: ArrangedPolicy;
  /** Models by number: few write a session. */
  private readonly models = new Map<number, string>();

  private constructor(
    job: Job,
    {
      table,
      kernel,
      policy,
      answers,
      arranged,
    }: {
      table: SessionTable | undefined;
      kernel: SessionKernel;
      policy: RowPolicy;
      answers: KernelAnswers;
      arranged: ArrangedPolicy;
    },
  ) {
    this.arranged = arranged;
    this.job = job;
    this.table = table;
    this.kernel = kernel;
    this.policy = policy;
    const texts = new SessionTexts(kernel.sessions.words);
    this.texts = texts;
    const { tree } = kernel;
    this.writing = isOfLength(job.policy.placeholder)
      ? undefined
      : new SessionPlaceholders(kernel.sessions, { tree, texts });
    answers.words = this.writing?.words;
  }

  /** Undefined if the job needs more. */
  static for(
    job: Job,
    { session: table }: Format,
    kernel: SessionKernel,
  ): SessionLines | undefined {
    if (job.findsUsage || job.sideCopies === "mask") return undefined;
    const { placeholder } = job.policy;
    // Turns are known only after all lines are read, and placeholders are written before; of arguments only the main
    // one is kept.
    const isLeft = hasField(placeholder, "turn") || hasField(placeholder, "args");
    const settings = isLeft ? undefined : lineSettings(job);
    if (settings === undefined) return undefined;
    const answers = new KernelAnswers(job);
    answers.tree = kernel.tree;
    const policy = { ...settings, ...ERRORS_ONLY, answers };
    if (!kernel.rows.beginSession(policy)) return undefined;
    const { window, rules } = job.policy;
    const arranged = arrangedPolicy(settings, window, {
      keepsDead: rules["keep-dead"] === true,
      notesTurns: job.policy.pressure !== undefined,
    });
    return new SessionLines(job, { table, kernel, policy, answers, arranged });
  }

  /** Writes the input with the masked results replaced. */
  get notes(): NoteMasker {
    return this.kernel.notes;
  }

  /** Starts with no lines. */
  begin(messages: SessionMessages): void {
    const { job, kernel, table, texts, policy } = this;
    const about = {
      table,
      marks: { ...ARRANGED_KINDS, turn: table?.beginsTurn ? messages.kindOfMark("turn") : 0 },
      rootThread: texts.numberOf(BY_ROOT),
      wantsModels: job.findsModels ?? false,
      messagesOnly: kernel.isForced,
    };
    const currentTree = () => {
      kernel.tree.renew();
      return kernel.tree;
    };
    kernel.sessions.begin(about, policy, {
      signOf: signInKernel,
      saysResult: wordSaysResult,
      saysFailure: (output) => table?.saysFailure?.(currentTree(), output) ?? false,
      beginsTurn: (item) => table?.beginsTurn?.(currentTree(), item) ?? false,
      writing: this.writing,
    });
  }

  /** Learns lines that the format reads. */
  learner(messages: SessionMessages): LineLearner {
    return new LineLearner(this.kernel.sessions, messages);
  }

  /** Adds lines that the kernel read. */
  append(
    { messages, results }: { messages: SessionMessages; results: SessionResults },
    { batch, offset, bytes }: SessionAt,
  ): void {
    const { writing, arranged } = this;
    // Without it, placeholders are written of texts that are in JSON in a string.
    if (writing !== undefined || batch.written.length > 0)
      results.written.add(batch, {
        ...{ first: results.count, larger: arranged.larger, calls: writing?.calls },
      });
    messages.append(batch, { offset, bytes }, (number) => this.modelOf(number));
    if (batch.model !== 0) this.model = this.modelOf(batch.model);
  }

  /** The number of the model that was named last; 0 for none. */
  get modelNumber(): number {
    return this.texts.numberOf(this.model);
  }

  /** Records the model that a line read by another reader named last. */
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

/** Switches off the rules that the arranged columns apply later. */
const ERRORS_ONLY = { first: 0, larger: 2 ** 30, orphans: false, asksTools: false };
