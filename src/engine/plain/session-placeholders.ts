import { ARRANGED_STATES } from "../../json/kernel/kernel-arranged.ts";
import type { Splice } from "../../json/splice/splice.ts";
import { RESULT, RESULT_STRIDE } from "../../json/tape/chat-table.ts";
import { ROW_REASONS } from "../../json/tape/masked-rows.ts";
import {
  SESSION_NOTE_STRIDE,
  type SessionBatch,
  type SessionPart,
  type SessionWriting,
} from "../../json/tape/session-words.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Node } from "../../json/tree/tree.ts";
import { savesEnough } from "../../reduce/pipeline/min-gain.ts";
import { argumentWords } from "../../reduce/placeholders/call-words.ts";
import { hasField } from "../../reduce/placeholders/template.ts";
import type { NumberedTexts } from "../../transcript/columns/text-table.ts";
import type { Job } from "../edits/job.ts";
import { PlainPlaceholders } from "./plain-placeholders.ts";
import { argumentOf, PlainResults, type ResultWords, textOfArguments } from "./plain-results.ts";
import { type SessionCall, SessionCalls } from "./session-calls.ts";

/** Writes the placeholders of results whose lines the kernel reads, if they say more than the length. */
export class SessionPlaceholders implements SessionWriting {
  readonly calls = new SessionCalls();
  private readonly job: Job;
  private readonly tree: TapeTree;
  private readonly texts: NumberedTexts;
  private readonly results: PlainResults;
  private readonly placeholders: PlainPlaceholders;
  private readonly keepsArguments: boolean;
  /** The tools that were named, by number. */
  private readonly tools: (string | undefined)[] = [];
  /** The placeholders of the lines read last, in order. */
  private written: WrittenResult[] = [];
  private part: SessionPart = NO_PART;
  private answered: SessionCall | undefined;
  private readonly words: ResultWords = {
    toolName: () => this.toolOf(this.part) ?? this.answered?.tool,
    callId: () => this.texts.text(this.part.id),
    args: () => this.answered?.args ?? "",
    argument: () => {
      const { args = "" } = this.answered ?? {};
      return this.keepsArguments ? argumentWords(args) : args;
    },
  };

  constructor(job: Job, { tree, texts }: { tree: TapeTree; texts: NumberedTexts }) {
    const { policy, findsErrors = false } = job;
    this.job = job;
    this.tree = tree;
    this.texts = texts;
    this.results = new PlainResults(findsErrors);
    this.placeholders = new PlainPlaceholders(policy, this.results);
    // The kernel leaves lines with a dispatch result to the format's reader.
    this.placeholders.open(false);
    this.keepsArguments = hasField(policy.placeholder, "args");
  }

  call(part: SessionPart, args: Node): void {
    const { tree, calls } = this;
    tree.turnTo(0);
    const textFor = this.keepsArguments ? textOfArguments : argumentOf;
    const tool = this.toolOf(part);
    calls.add(part.id, { part: part.index, tool, args: textFor(tree, args) });
  }

  result(part: SessionPart, k: number, numbers: Int32Array): number {
    const { tree, results, placeholders, job, written } = this;
    this.leave(part);
    tree.turnTo(0);
    results.open(tree, numbers, { words: this.words, errors: "in texts" });
    const chars = numbers[k * RESULT_STRIDE + RESULT.chars] ?? 0;
    const { json, bytes, chars: shown } = placeholders.write(k, chars);
    const { start, end } = results.place(results.node(k));
    const [gain, savedBytes] = [chars - shown, end - start - bytes];
    const digest = job.archive === undefined ? undefined : results.knownDigest(k);
    written.push({ text: json, digest, gain, savedBytes });
    return ARRANGED_STATES.byFormat;
  }

  leave(part: SessionPart): void {
    this.part = part;
    this.answered = this.calls.take(part.id, part.index);
  }

  /**
   * The splices of results in lines that were read, by their numbers among these lines' results. Sets in their notes what
   * masking saves, or why they stay. `offset` is where the lines begin.
   */
  *splicesOf(
    { notes, results }: Pick<SessionBatch, "notes" | "results">,
    { offset, larger }: { readonly offset: number; readonly larger: number },
  ): Iterable<readonly [result: number, splice: Splice]> {
    const { written } = this;
    this.written = [];
    let next = 0;
    for (let result = 0; result < results; result++) {
      const at = result * SESSION_NOTE_STRIDE;
      const [chars = 0, start = 0, length = 0, about = 0] = notes.subarray(at, at + 4);
      const each = (about & ARRANGED_STATES.byFormat) === 0 ? undefined : written[next++];
      if (each === undefined) continue;
      const { text, digest, gain, savedBytes } = each;
      const { minGain } = this.job.policy;
      const isLarge = chars > larger ? ARRANGED_STATES.isLarge : 0;
      const isWorth = savesEnough(gain, savedBytes, minGain);
      const reason = isWorth ? 0 : savesEnough(gain, savedBytes, 1) ? TOO_LITTLE : NOT_SHORTER;
      notes[at + 2] = gain;
      notes[at + 3] = about | isLarge | reason;
      const from = offset + start;
      if (isWorth) yield [result, { start: from, end: from + length, text, digest }];
    }
  }

  private toolOf({ name }: SessionPart): string | undefined {
    if (name === 0) return undefined;
    this.tools[name] ??= this.texts.text(name);
    return this.tools[name];
  }
}

/** The placeholder of a result as JSON, the digest of its text if known, and what masking saves. */
interface WrittenResult {
  readonly text: string;
  readonly digest: string | undefined;
  readonly gain: number;
  readonly savedBytes: number;
}

const NO_PART: SessionPart = { index: 0, id: 0, name: 0 };

const TOO_LITTLE = ROW_REASONS.indexOf("min-gain");
const NOT_SHORTER = ROW_REASONS.indexOf("not-shorter");
