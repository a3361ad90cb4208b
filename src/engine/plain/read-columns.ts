import type { Format } from "../../formats/format.ts";
import { RecordParts } from "../../formats/shared/record-parts.ts";
import type { Splice } from "../../json/splice/splice.ts";
import { HAS_CALL, IN_BLOCK, IS_ERROR, RESULT, RESULT_STRIDE } from "../../json/tape/chat-table.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import { NONE } from "../../json/tree/tree.ts";
import { isOfLength } from "../../reduce/placeholders/rendering.ts";
import type { Job } from "../edits/job.ts";
import type { LineParts } from "../input/input-piece.ts";
import type { Line } from "../input/line-frame.ts";
import { MessageCounter } from "./message-counter.ts";
import { PlainDecisions } from "./plain-decisions.ts";
import { isPlainJob } from "./plain-policy.ts";
import { plainTelemetry } from "./plain-telemetry.ts";

/**
 * Compacts the conversation that lines are together, under a plain policy, as their format reads them, where
 * file order is conversation order: of its messages only counts are kept, of its results what is done with them.
 */
export class ReadColumns implements LineParts {
  private readonly job: Job;
  private readonly decisions: PlainDecisions;
  private readonly counter: MessageCounter;
  private format: Format | undefined;
  private parts: RecordParts | undefined;
  private numbers = new Int32Array(RESULT_STRIDE * 16);
  private names: (string | undefined)[] = [];

  private constructor(job: Job) {
    this.job = job;
    this.decisions = new PlainDecisions(job);
    this.counter = new MessageCounter(job.policy.rules["bound-reasoning"]?.binding ?? "none");
  }

  /** None where the job asks for more. */
  static for(job: Job): ReadColumns | undefined {
    if (!isPlainJob(job) || job.policy.refs || !isOfLength(job.policy.placeholder))
      return undefined;
    const columns = new ReadColumns(job);
    return columns.decisions.areLocal ? columns : undefined;
  }

  begin(format: Format): boolean {
    this.format = format;
    this.counter.begin(format);
    return format.arrange === undefined || format.orderedMarks !== undefined;
  }

  read(line: Line, tree: TapeTree): RecordParts | undefined {
    const { job, counter, format } = this;
    if (format === undefined) return undefined;
    this.parts ??= new RecordParts(tree, counter);
    const { parts } = this;
    parts.findsErrors = job.findsErrors ?? false;
    parts.wantsUsage = job.findsUsage ?? false;
    parts.wantsModels = job.findsModels ?? false;
    counter.open(line.number);
    parts.open(tree, line.number - 1);
    format.read(tree, tree.root, parts);
    return counter.isPlain && this.decide(line, tree, parts) ? parts : undefined;
  }

  /** Decides about the results of a line; false where one of them is not plain. */
  private decide(line: Line, tree: TapeTree, parts: RecordParts): boolean {
    const { found } = this.counter;
    if (found.length === 0) return true;
    if (found.length * RESULT_STRIDE > this.numbers.length)
      this.numbers = new Int32Array(found.length * RESULT_STRIDE);
    const { numbers, names } = this;
    for (const [k, each] of found.entries()) {
      const node = parts.onlyString(each.part);
      const isPlace = node !== NONE && tree.isString(node) && tree.chars(node) === each.chars;
      if (each.editable && !isPlace) return false;
      const isInBlock = node !== NONE && parts.plainString(each.part) !== node;
      const base = k * RESULT_STRIDE;
      numbers[base + RESULT.text] = each.editable ? node : NONE;
      numbers[base + RESULT.chars] = each.chars;
      numbers[base + RESULT.flags] =
        (each.hasCall ? HAS_CALL : 0) | (isInBlock ? IN_BLOCK : 0) | (each.isError ? IS_ERROR : 0);
      numbers[base + RESULT.toolTurn] = each.toolTurn;
      numbers[base + RESULT.spoken] = each.spoken;
      numbers[base + RESULT.message] = each.message;
      numbers[base + RESULT.turn] = each.turn;
      numbers[base + RESULT.toolNumber] = -1;
      names[k] = each.tool;
    }
    return this.decisions.add(line, tree, { numbers, names, count: found.length, isClosed: true });
  }

  get isEmpty(): boolean {
    return this.counter.messages === 0 || this.decisions.table.count === 0;
  }

  /** Reports the conversation, and gives its splices in order. */
  compact(): Iterable<Splice> {
    const { job, format, counter, decisions } = this;
    if (format === undefined) throw new Error("there are no lines");
    const { messages, spoken, toolTurns, chars, firstLine: line } = counter;
    const { table } = decisions;
    const masked = table.mask(job.policy.window, { messages, spoken, toolTurns });
    job.onTranscript(plainTelemetry(job.file, { format, line, messages, chars }, masked));
    return table.splices(masked.limit);
  }
}
