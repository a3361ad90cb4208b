import type { Format } from "../../../formats/format.ts";
import { isReadByTable } from "../../../formats/shared/read-by-table.ts";
import { type ChatColumns, HAS_ODD, HAS_TAGS, RESULT } from "../../../json/tape/chat-table.ts";
import { ROW } from "../../../json/tape/masked-rows.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { Policy } from "../../../reduce/pipeline/checked-policy.ts";
import type { SummaryStyle } from "../../../reduce/pipeline/option-values.ts";
import { contractSummary } from "../../../reduce/summaries/contract-summary.ts";
import type { Job } from "../../edits/job.ts";
import { keptColumns, windowStart } from "../messages/kept-columns.ts";
import { NotedConversation } from "../messages/noted-conversation.ts";
import { isOver } from "../policy/plain-budget.ts";
import { countsTask, windowLimit } from "../policy/window-limit.ts";
import { PlainResults } from "../results/plain-results.ts";
import { messageLists } from "../results/plain-unread.ts";
import { CondensedRow } from "./condensed-row.ts";
import type { MaskedConversation, MissedBudget } from "./plain-rows.ts";
import { RowSummary, type RowTask, taskOfRow } from "./row-summary.ts";

/**
 * Drops messages of conversations that are over their budget once masked, in columns: the second and the third stage of
 * the reducer. The splices and the report are those of `compactTranscripts`.
 */
export class PlainCondensing {
  private readonly policy: Policy;
  private readonly results: PlainResults;

  private constructor({ policy, findsErrors = false }: Job) {
    this.policy = policy;
    this.results = new PlainResults(findsErrors);
  }

  /** Undefined if the job needs objects to drop messages. */
  static for(job: Job): PlainCondensing | undefined {
    const { window, refs, summaryStyle } = job.policy;
    const isExact = (window.every ?? 1) === 1 && !countsTask(window);
    const isPlain = isExact && !refs && job.archive === undefined && summaryStyle !== "detailed";
    return isPlain ? new PlainCondensing(job) : undefined;
  }

  /** The outcome for a conversation that a format reads by a table; undefined if it needs objects. */
  condense(
    tree: TapeTree,
    columns: ChatColumns,
    { format, batch, missed }: MissedBudget & { readonly format: Format },
  ): MaskedConversation | undefined {
    const conversation = NotedConversation.of(columns, missed);
    if (conversation === undefined || format.chat === undefined) return undefined;
    const [list, ...more] = messageLists(tree, format.chat);
    if (list === undefined || more.length > 0 || !isPlain(columns, format)) return undefined;
    const items = tree.items(list);
    const task = taskOfRow(tree, conversation, items);
    if (items.length !== columns.messages || task === undefined) return undefined;
    this.results.open(tree, columns.results);
    const kept = this.keptOf(conversation, columns, task);
    const row = new CondensedRow(tree, { list, items, conversation, kept, batch, missed });
    if (columns.hasSigned && row.mayDropReasoning(items)) return undefined;
    const whole = columns.chars - (batch.numbers[ROW.saved] ?? 0);
    const summarized = row.dropped > 0 ? this.summarize(row, { task, format, whole }) : undefined;
    return summarized ?? this.fallBack(row);
  }

  /** The messages that are kept. */
  private keptOf(conversation: NotedConversation, columns: ChatColumns, task: RowTask): Uint8Array {
    const { window, keepTask } = this.policy;
    const charsOf = (result: number) => conversation.result(result, RESULT.chars);
    const limit = windowLimit(window, { ...columns, charsOf });
    const start = windowStart(conversation, window, limit);
    return keptColumns(conversation, {
      start,
      task: keepTask && task !== "none" ? task.message : undefined,
    });
  }

  /** The outcome with the first summary that makes it smaller and brings it within the budget. */
  private summarize(
    row: CondensedRow,
    { task, format, whole }: { task: RowTask; format: Format; whole: number },
  ): MaskedConversation | undefined {
    const { policy } = this;
    const { summaryStyle, summaryMaxChars: maxChars, keepTask } = policy;
    const styles: readonly SummaryStyle[] =
      summaryStyle === "contract" ? ["contract"] : [summaryStyle, "contract"];
    const texts = new RowSummary(row.conversation, this.results, task);
    const dropped = texts.dropped(row.kept);
    for (const style of styles) {
      // Most do not fit, however short a summary is.
      if (isOver(policy, row.keptChars) || row.keptChars >= whole) return undefined;
      const text = contractSummary(texts, dropped, { maxChars, style });
      if (text === "") return undefined;
      const afterChars = row.keptChars + text.length;
      if (afterChars >= whole || isOver(policy, afterChars)) continue;
      const json = row.message(format, text);
      if (Buffer.byteLength(json) >= row.droppedBytes) continue;
      const at = row.placeOfSummary(keepTask ? task : "none");
      const about = { afterChars, stage: "summarization", fits: true } as const;
      return { splices: row.splices({ at, json }), ...row.account(about) };
    }
    return undefined;
  }

  /** The outcome without a summary. */
  private fallBack(row: CondensedRow): MaskedConversation {
    const afterChars = row.keptChars;
    const fits = !isOver(this.policy, afterChars);
    const about = { afterChars, stage: "fallback", fits } as const;
    return { splices: row.splices(undefined), ...row.account(about) };
  }
}

/** Whether messages of a conversation can be dropped without more than its columns say. */
function isPlain({ notes }: ChatColumns, format: Format): boolean {
  // Tags say what a summary lists.
  if ((notes & (HAS_ODD | HAS_TAGS)) !== 0) return false;
  // A chat that is told by its texts might not be told by those that are left.
  return isReadByTable(format) && format.dropping === "remove" && format.evidence !== "texts";
}
