import type { RecordParts } from "../../../formats/shared/record-parts.ts";
import { HAS_CALL, IS_ERROR, RESULT, RESULT_STRIDE } from "../../../json/tape/chat-table.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { NONE } from "../../../json/tree/tree.ts";
import { argumentWords } from "../../../reduce/placeholders/call-words.ts";
import type { Line } from "../../input/lines/line.ts";
import type { CountedResult } from "../messages/message-counter.ts";
import { type OddResult, oddResult } from "../results/odd-results.ts";
import type { LineResults } from "../results/plain-decisions.ts";
import type { ResultWords } from "../results/plain-results.ts";

/** The results that a format found in a line, as columns like those of the kernel; valid until the next line. */
export class FoundResults {
  private found: readonly CountedResult[] = [];
  private parts: RecordParts | undefined;
  private numbers = new Int32Array(RESULT_STRIDE * 16);
  private readonly odd: (OddResult | undefined)[] = [];
  private readonly words: ResultWords;

  /** `keepsArguments`: all of a call's arguments were kept, not only the main one. */
  constructor(keepsArguments: boolean) {
    this.words = {
      toolName: (k) => this.found[k]?.tool,
      callId: (k) => this.parts?.idOf(this.found[k]?.part ?? 0),
      args: (k) => this.found[k]?.args ?? "",
      argument: (k) => {
        const { args = "" } = this.found[k] ?? {};
        return keepsArguments ? argumentWords(args) : args;
      },
    };
  }

  /** The results in columns; undefined if one of them needs the object path. */
  in(
    found: readonly CountedResult[],
    {
      line,
      tree,
      parts,
    }: { readonly line: Line; readonly tree: TapeTree; readonly parts: RecordParts },
  ): LineResults | undefined {
    const { length: count } = found;
    this.found = found;
    this.parts = parts;
    if (count * RESULT_STRIDE > this.numbers.length)
      this.numbers = new Int32Array(count * RESULT_STRIDE);
    const { numbers, words, odd } = this;
    odd.length = 0;
    for (const [k, each] of found.entries()) {
      const node = parts.onlyString(each.part);
      const isString = node !== NONE && tree.isString(node);
      if (each.editable && (!isString || each.extra !== undefined))
        odd[k] = oddResult(each, { line, tree, parts });
      else if (each.editable && tree.chars(node) !== each.chars) return undefined;
      const base = k * RESULT_STRIDE;
      numbers[base + RESULT.text] = each.editable ? node : NONE;
      numbers[base + RESULT.chars] = each.chars;
      numbers[base + RESULT.flags] = (each.hasCall ? HAS_CALL : 0) | (each.isError ? IS_ERROR : 0);
      numbers[base + RESULT.toolTurn] = each.toolTurn;
      numbers[base + RESULT.spoken] = each.spoken;
      numbers[base + RESULT.message] = each.message;
      numbers[base + RESULT.callMessage] = each.callMessage;
      numbers[base + RESULT.turn] = each.turn;
      numbers[base + RESULT.toolNumber] = -1;
    }
    return { numbers, words, odd, count, isClosed: true };
  }
}
