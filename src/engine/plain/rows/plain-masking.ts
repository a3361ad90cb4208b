import type { Splice } from "../../../json/splice/splice.ts";
import { type ChatColumns, HAS_ODD, RESULT, RESULT_STRIDE } from "../../../json/tape/chat-table.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { Node } from "../../../json/tree/tree.ts";
import { notWorth } from "../../../reduce/pipeline/min-gain.ts";
import {
  addMasked,
  countKept,
  countOf,
  inOrder,
  type ReasonName,
  type ReasonSums,
} from "../../../reduce/pipeline/reasons.ts";
import type { Job } from "../../edits/job.ts";
import { keepText } from "../../edits/keep-raw.ts";
import { isLeft, isOver, isUnderPressure } from "../policy/plain-budget.ts";
import { countsTask, windowLimit } from "../policy/window-limit.ts";
import { PlainGuards } from "../results/plain-guards.ts";
import { PlainPlaceholders } from "../results/plain-placeholders.ts";
import { PlainResults } from "../results/plain-results.ts";
import type { Written } from "../results/plain-writing.ts";
import type { MaskedConversation } from "./plain-rows.ts";
import type { TextAround } from "./text-around.ts";

/** Masks the results of a conversation in columns, in JavaScript: decisions, then splices. */
export class PlainMasking {
  private readonly job: Job;
  private readonly results: PlainResults;
  private readonly placeholders: PlainPlaceholders;
  private readonly guards: PlainGuards;
  /** Set if the conversation is in a string. */
  around: TextAround | undefined;

  constructor(job: Job) {
    const { policy, findsErrors = false } = job;
    this.job = job;
    this.results = new PlainResults(findsErrors);
    this.placeholders = new PlainPlaceholders(policy, this.results);
    this.guards = new PlainGuards(policy.rules, this.results);
  }

  /**
   * Masks a conversation unless it is within the budget; undefined if that misses the budget, the policy's
   * trigger may need another selection, or a result is odd.
   */
  maskInBudget(tree: TapeTree, columns: ChatColumns): MaskedConversation | undefined {
    this.results.open(tree, columns.results);
    this.placeholders.open();
    if ((columns.notes & HAS_ODD) !== 0) return undefined;
    const { chars } = columns;
    const { archive, policy } = this.job;
    // Texts are archived while masking, so an outcome that may be discarded cannot have an archive.
    if ((isOver(policy, chars) || policy.pressure !== undefined) && archive !== undefined)
      return undefined;
    const masked = isLeft(policy, chars) ? this.leave(columns) : this.maskIfDue(columns);
    const isMissed = isOver(policy, chars - masked.chars) || isUnderPressure(policy, chars, masked);
    return isMissed ? undefined : masked;
  }

  /** Keeps a conversation that is within the budget. */
  private leave({ count }: ChatColumns): MaskedConversation {
    const { results } = this;
    const counts: ReasonSums = {};
    let remaining = 0;
    let resultChars = 0;
    for (let k = 0; k < count; k++) {
      const node = results.node(k);
      if (node >= 0 && this.placeholders.isMasked(node)) remaining++;
      resultChars += results.chars(k);
      countKept(counts, "no-masking", results.chars(k));
    }
    return {
      splices: [],
      count: 0,
      chars: 0,
      remaining,
      resultChars,
      maskedTurns: 0,
      byRule: counts,
    };
  }

  /** Masks results, unless the policy's trigger or least saving is not reached. */
  private maskIfDue(columns: ChatColumns): MaskedConversation {
    const masked = this.mask(columns, "window");
    const { policy } = this.job;
    const isDue = policy.pressure === undefined || isUnderPressure(policy, columns.chars, masked);
    return isDue ? masked : this.mask(columns, "pressure");
  }

  /** The placeholder for a result of `chars` chars, and the range of a string, both as in the input. */
  private write(k: number, chars: number): Written {
    const { around, placeholders } = this;
    if (around === undefined) return placeholders.write(k, chars);
    return around.written(placeholders.write(k, chars, false));
  }

  private place(node: Node): { readonly start: number; readonly end: number } {
    const { around } = this;
    const { start, end } = this.results.place(node);
    return around === undefined
      ? { start, end }
      : { start: around.outer(start), end: around.outer(end) };
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over the results, the hot loop of rows
  private mask(columns: ChatColumns, by: "window" | "pressure"): MaskedConversation {
    const { placeholders, results, guards } = this;
    const { policy, archive } = this.job;
    const numbers = columns.results;
    const charsOf = (k: number) => numbers[k * RESULT_STRIDE + RESULT.chars] ?? 0;
    const { count, messages, spoken, toolTurns, callMessages } = columns;
    // The task comes before all results: `isTaskFirst` was checked.
    const tasks = countsTask(policy.window) ? 1 : 0;
    const totals = { count: count + tasks, messages, spoken, toolTurns, callMessages, charsOf };
    const { column, limit: last } = windowLimit(policy.window, totals);
    const limit = last - tasks;
    guards.open(columns, { column, limit });
    const counts: ReasonSums = {};
    const splices: Splice[] = [];
    let masked: ReturnType<typeof countOf> | undefined;
    let saved = 0;
    let remaining = 0;
    let resultChars = 0;
    const turns = new Set<number>();
    for (let k = 0; k < columns.count; k++) {
      const base = k * RESULT_STRIDE;
      const node = numbers[base + RESULT.text] ?? 0;
      const chars = numbers[base + RESULT.chars] ?? 0;
      resultChars += chars;
      const number = column === undefined ? k + 1 : (numbers[base + column] ?? 0);
      let reason: ReasonName = number > limit ? "window" : "not-shorter";
      if (node < 0) reason = "not-editable";
      else if (placeholders.isMasked(node)) {
        remaining++;
        reason = "masked-before";
      } else if (number <= limit) {
        const keeper = guards.keeper(k);
        if (keeper !== undefined) reason = keeper;
        else if (chars > 0) {
          const { chars: shown, json, bytes } = this.write(k, chars);
          const { start, end } = this.place(node);
          const gain = chars - shown;
          const worth = notWorth(gain, end - start - bytes, policy.minGain);
          if (worth === undefined && by === "window") {
            if (archive !== undefined && results.isInBlock(k)) keepText(archive, results.text(k));
            const digest = archive === undefined ? undefined : results.digest(k);
            splices.push({ start, end, text: json, digest });
            masked ??= countOf(counts, "window");
            addMasked(masked, gain);
            saved += gain;
            turns.add(numbers[base + RESULT.toolTurn] ?? 0);
            remaining++;
            continue;
          }
          reason = worth ?? "pressure";
        }
      }
      countKept(counts, reason, chars);
    }
    turns.delete(0);
    const sums = { chars: saved, remaining, resultChars, maskedTurns: turns.size };
    return { splices, count: splices.length, ...sums, byRule: inOrder(counts) };
  }
}
