import type { ChatColumns } from "../../../json/tape/chat-table.ts";
import {
  NOTE,
  NOTE_REASON,
  NOTE_START,
  NOTE_START_STRIDE,
  type NotedLines,
} from "../../../json/tape/noted-lines.ts";
import type { Policy } from "../../../reduce/pipeline/checked-policy.ts";
import { type CountsSoFar, TurnStarts } from "../policy/turn-starts.ts";
import { waitingResults } from "../policy/waiting-results.ts";
import type { NoteTable } from "../results/note-table.ts";

/** The turns of a conversation in lines, and the results that wait for the policy's trigger. */
export class LineStarts {
  private readonly policy: Policy;
  private readonly starts: TurnStarts;

  private constructor(policy: Policy) {
    this.policy = policy;
    this.starts = new TurnStarts(policy.window);
  }

  /** Undefined if the policy has no trigger, so that nobody asks for the turns. */
  static for(policy: Policy): LineStarts | undefined {
    return policy.pressure && new LineStarts(policy);
  }

  /** Adds the turn that starts with a line, if one does. */
  addLine({ turns }: Pick<ChatColumns, "turns">, before: CountsSoFar): void {
    if (turns > this.starts.count) this.starts.add(before);
  }

  /** Adds the turns that start in lines that the kernel read, and with the next one if it was read and left. */
  addNoted({ starts, startCount }: NotedLines, chars: number): void {
    const { starts: own } = this;
    const at = (k: number, name: keyof typeof NOTE_START) =>
      starts[k * NOTE_START_STRIDE + NOTE_START[name]] ?? 0;
    for (let k = 0; k < startCount; k++)
      own.push(chars + at(k, "chars"), at(k, own.total), at(k, "count"));
  }

  /** Keeps the results that the trigger leaves; `totals` and `chars` are those of all lines. */
  keepWaiting(table: NoteTable, totals: ChatColumns, chars: number): void {
    const { count } = table;
    const [sizes, numbers, gains, about] = [NOTE.chars, NOTE.number, NOTE.gain, NOTE.about].map(
      (place) => table.column(place),
    );
    const waits = waitingResults(this.policy, this.starts, {
      counts: { ...totals, count, chars },
      deadChars: 0,
      results: {
        count,
        deadCount: 0,
        charsOf: (at) => sizes?.[at] ?? 0,
        numberOf: (at) => numbers?.[at] ?? 0,
        savedBy: (at) => (((about?.[at] ?? 0) & NOTE_REASON) === 0 ? gains?.[at] : undefined),
      },
    });
    if (waits !== undefined) table.keepWaiting(waits);
  }
}
