import type { Splice } from "../../../json/splice/splice.ts";
import type { Policy } from "../../../reduce/pipeline/checked-policy.ts";
import { notWorth } from "../../../reduce/pipeline/min-gain.ts";
import {
  countKept,
  countMasked,
  inOrder,
  REASONS,
  type ReasonName,
  type ReasonSums,
} from "../../../reduce/pipeline/reasons.ts";
import { Column } from "../../../transcript/columns/column.ts";
import type { Sequence } from "../../../transcript/model/sequence.ts";
import { isLeft } from "../policy/plain-budget.ts";
import type { Masked } from "../policy/plain-telemetry.ts";
import type { TurnStarts } from "../policy/turn-starts.ts";
import { waitingResults } from "../policy/waiting-results.ts";
import { type UnitTotals, type WindowLimit, windowLimit } from "../policy/window-limit.ts";
import type { AboutResult, DecisionTable, OddPlan, PlannedEdit } from "./decision-table.ts";
import { ResultEdits } from "./result-edits.ts";

/**
 * Some of the results in conversation order, or all; and how many of them, from the first, no longer reach the
 * model.
 */
interface ResultOrder {
  readonly results: Sequence<number> | undefined;
  readonly deadResults: number;
}

/** The counts of a conversation besides its results, and the chars of it that reach the model. */
interface ConversationTotals extends Omit<UnitTotals, "count"> {
  readonly chars: number;
  readonly deadChars?: number;
  /** Its turns, if the policy has a trigger. */
  readonly starts?: TurnStarts | undefined;
}

/**
 * The results of conversations in columns, with the decision about each for when it is outside the window.
 */
export class ResultTable implements DecisionTable {
  private readonly chars = new Column();
  private readonly numbers = new Column();
  private readonly toolTurns = new Column();
  /**
   * For each result, as indexes of `REASONS`: why it stays outside the window, with "window" if it is masked
   * there; and the same if it no longer reaches the model, where no rule keeps it. Then a bit: whether it is
   * masked.
   */
  private readonly states = new Column();
  private readonly edits = new ResultEdits();

  get count(): number {
    return this.chars.length;
  }

  keep(about: AboutResult, reason: ReasonName, ifDead = reason): void {
    this.add(about, reason, ifDead);
    this.edits.addNone();
  }

  edit(about: AboutResult, planned: PlannedEdit, minGain: number): void {
    const { start, end, written, keeper } = planned;
    const gain = about.chars - written.chars;
    const savedBytes = end - start - written.bytes;
    if (this.isWorth(about, { gain, savedBytes, keeper }, minGain)) this.edits.add(planned);
  }

  editOdd(about: AboutResult, planned: OddPlan, minGain: number): void {
    if (this.isWorth(about, planned, minGain)) this.edits.addOdd(planned);
  }

  /** Adds a result that is masked outside the window; if that saves too little, one that stays, and gives false. */
  private isWorth(
    about: AboutResult,
    { gain, savedBytes, keeper }: Pick<OddPlan, "gain" | "savedBytes" | "keeper">,
    minGain: number,
  ): boolean {
    const worth = notWorth(gain, savedBytes, minGain);
    if (worth !== undefined) {
      this.keep(about, keeper ?? worth, worth);
      return false;
    }
    this.add(about, keeper ?? "window", "window");
    return true;
  }

  private add(
    { chars, number, toolTurn }: AboutResult,
    reason: ReasonName,
    ifDead: ReasonName,
  ): void {
    this.chars.push(chars);
    this.numbers.push(number);
    this.toolTurns.push(toolTurn);
    this.states.push(codeOf(reason) | (codeOf(ifDead) << REASON_BITS));
  }

  /** Sets the position of a result in its conversation. */
  arrange(result: number, { number, toolTurn }: Omit<AboutResult, "chars">): void {
    this.numbers.set(result, number);
    this.toolTurns.set(result, toolTurn);
  }

  /**
   * Decides which results of a conversation are masked, once all are added: of all results, or of those in
   * `order`.
   */
  mask(policy: Policy, totals: ConversationTotals, order: ResultOrder = NO_DEAD): Masked {
    const { results, deadResults: deadCount } = order;
    const rules = {
      keepsDead: policy.rules["keep-dead"] === true,
      areLeft: isLeft(policy, totals.chars),
    };
    const count = results?.length ?? this.count;
    const resultAt = (at: number) => (results === undefined ? at : (results.at(at) ?? 0));
    const charsOf = (at: number) => this.chars.at(resultAt(at));
    const limit = windowLimit(policy.window, { ...totals, count, charsOf });
    const waits = this.waiting(policy, totals, { count, deadCount, resultAt });
    const counts: ReasonSums = {};
    const sums = { live: { count: 0, chars: 0 }, dead: { count: 0, chars: 0 } };
    let remaining = 0;
    let resultChars = 0;
    let first: number | undefined;
    const turns = new Set<number>();
    for (let at = 0; at < count; at++) {
      const k = resultAt(at);
      if (at >= deadCount) resultChars += charsOf(at);
      const state = at < deadCount ? "dead" : "live";
      const reason = this.reason(k, { ...rules, at, state, limit, waits });
      if (reason === undefined) {
        const gain = this.chars.at(k) - this.edits.chars(k);
        countMasked(counts, state === "dead" ? "dead" : "window", gain);
        sums[state].count++;
        sums[state].chars += gain;
        if (state === "live") {
          turns.add(this.toolTurns.at(k));
          first ??= at;
        }
        this.states.set(k, this.states.at(k) | MASKED);
      } else {
        if (state === "live" && this.isPlaceholder(k)) remaining++;
        countKept(counts, reason, charsOf(at));
      }
    }
    turns.delete(0);
    const about = { first, resultChars, maskedTurns: turns.size };
    return {
      ...sums.live,
      ...about,
      remaining: remaining + sums.live.count,
      byRule: inOrder(counts),
      dead: sums.dead,
    };
  }

  /** Which results wait for the policy's trigger, by their places. */
  private waiting(
    policy: Policy,
    totals: ConversationTotals,
    { count, deadCount, resultAt }: PlacedOrder,
  ): Uint8Array | undefined {
    const { deadChars = 0 } = totals;
    return waitingResults(policy, totals.starts, {
      counts: { ...totals, count, chars: totals.chars + deadChars },
      deadChars,
      results: {
        count,
        deadCount,
        charsOf: (at) => this.chars.at(resultAt(at)),
        numberOf: (at) => this.numbers.at(resultAt(at)),
        savedBy: (at) => {
          const k = resultAt(at);
          const isMaskable = (this.states.at(k) & REASON) === WINDOW;
          return isMaskable ? this.chars.at(k) - this.edits.chars(k) : undefined;
        },
      },
    });
  }

  /** Why a result stays; undefined where it is masked. */
  private reason(
    k: number,
    about: {
      readonly at: number;
      readonly state: "live" | "dead";
      readonly limit: WindowLimit;
      readonly waits: Uint8Array | undefined;
      readonly keepsDead: boolean;
      readonly areLeft: boolean;
    },
  ): ReasonName | undefined {
    if (about.areLeft) return "no-masking";
    const { at, state, limit } = about;
    const code = this.states.at(k) >>> (state === "dead" ? REASON_BITS : 0);
    const reason = REASONS[code & REASON] ?? "window";
    if (reason === "masked-before" || reason === "not-editable") return reason;
    if (state === "dead" && about.keepsDead) return "keep-dead";
    if (state === "live" && !this.isOutside(k, at, limit)) return "window";
    if (reason !== "window") return reason;
    return about.waits?.[at] === 1 ? "pressure" : undefined;
  }

  /** Whether a result is a placeholder after masking. */
  isPlaceholder(result: number): boolean {
    const state = this.states.at(result);
    return (state & MASKED) !== 0 || (state & REASON) === MASKED_BEFORE;
  }

  /** The splices of the masked results, in order. */
  *splices(): Iterable<Splice> {
    for (let k = 0; k < this.count; k++)
      if ((this.states.at(k) & MASKED) !== 0) yield* this.edits.splices(k);
  }

  private isOutside(k: number, at: number, { column, limit }: WindowLimit): boolean {
    return (column === undefined ? at + 1 : this.numbers.at(k)) <= limit;
  }
}

/** How many results there are, how many of them no longer reach the model, and which is at a place. */
interface PlacedOrder {
  readonly count: number;
  readonly deadCount: number;
  resultAt(at: number): number;
}

/** For results in the order in which they were added. */
const NO_DEAD = { results: undefined, deadResults: 0 };

/** The bits of a reason's number, and the bit above two such numbers. */
const REASON_BITS = 6;
const REASON = (1 << REASON_BITS) - 1;
const MASKED = 1 << (2 * REASON_BITS);

const CODES = new Map(REASONS.map((reason, code) => [reason, code]));
const MASKED_BEFORE = codeOf("masked-before");
const WINDOW = codeOf("window");

function codeOf(reason: ReasonName): number {
  return CODES.get(reason) ?? 0;
}
