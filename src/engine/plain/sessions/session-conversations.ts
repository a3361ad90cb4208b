import { arrangeChains, BY_ROOT } from "../../../formats/arrange/arrange-chains.ts";
import type { Format } from "../../../formats/format.ts";
import { ARRANGED_KIND, ARRANGED_KINDS } from "../../../json/kernel/kernel-arranged.ts";
import { ROW_REASONS } from "../../../json/tape/masked-rows.ts";
import type { Policy } from "../../../reduce/pipeline/checked-policy.ts";
import { inOrder, type ReasonName, type ReasonSums } from "../../../reduce/pipeline/reasons.ts";
import type { Arrangement } from "../../../transcript/model/arrangement.ts";
import { isLeft } from "../policy/plain-budget.ts";
import type { Masked } from "../policy/plain-telemetry.ts";
import { TurnStarts } from "../policy/turn-starts.ts";
import { waitingResults } from "../policy/waiting-results.ts";
import { kindOfFound, parentAt, sessionFindings } from "./session-findings.ts";
import type { SessionMessages } from "./session-messages.ts";
import { SessionRepeats } from "./session-repeats.ts";

/** The counts of a conversation, and the outcome of masking its results. */
export interface SessionConversation {
  readonly about: {
    readonly line: number;
    readonly messages: number;
    readonly chars: number;
    readonly toolTurns: number;
    readonly deadChars: number;
  };
  readonly masked: Masked;
  /** The blocks of bound reasoning after the first masked result. */
  readonly bound: { readonly blocks: number; readonly chars: number; readonly model: number };
}

/** The conversations of a session, once all lines are read. */
export class SessionConversations {
  private readonly messages: SessionMessages;
  private readonly format: Format;
  private readonly isChained: boolean;
  /** The results of messages that the session has more than once; known once all are masked. */
  repeats: SessionRepeats | undefined;

  constructor(messages: SessionMessages, format: Format) {
    this.messages = messages;
    this.format = format;
    this.isChained = format.arrange === arrangeChains;
    const { texts, kernel } = messages;
    const threads = { byRoot: texts.numberOf(BY_ROOT), unnamed: texts.numberOf("") };
    kernel.link(texts.size, this.isChained ? threads : undefined);
  }

  /** Whether there are any. */
  get areThere(): boolean {
    return (this.messages.kernel.exports.kindsFound.value & MESSAGES) !== 0;
  }

  /** The parents that no line has: the parent's id, and the number of the line that names it. */
  *parentless(): Iterable<{ readonly parent: string; readonly line: number }> {
    const { kernel, texts } = this.messages;
    const { exports } = kernel;
    if (this.isUnarranged || exports.lostParents.value === 0 || !this.hasChains()) return;
    for (let index = 0; index < exports.foundCount.value; index++) {
      const parent = parentAt(this.messages, index);
      const name = parent < -1 && this.isChainedAt(index) ? texts.text(-1 - parent) : undefined;
      if (name !== undefined && !NO_PARENT.test(name))
        yield { parent: name, line: this.lineOf(index) };
    }
  }

  /** Whether any message has an id and a parent. */
  private hasChains(): boolean {
    const { kernel, texts } = this.messages;
    const { exports } = kernel;
    for (let index = 0; index < exports.foundCount.value; index++) {
      if ((this.kindOf(index) & ARRANGED_KIND) >= ARRANGED_KINDS.link || !this.isChainedAt(index))
        continue;
      const parent = parentAt(this.messages, index);
      if (parent >= 0 || !NO_PARENT.test(texts.text(-1 - parent) ?? "")) return true;
    }
    return false;
  }

  /** Whether this is a message or a boundary between messages, and has an id and a parent. */
  private isChainedAt(index: number): boolean {
    const kind = this.kindOf(index);
    return (kind & ARRANGED_KIND) <= ARRANGED_KINDS.boundary && (kind & CHAINED) === CHAINED;
  }

  private kindOf(index: number): number {
    return kindOfFound(this.messages, index);
  }

  /** Whether the order of its lines is all that counts. */
  private get isUnarranged(): boolean {
    return this.format.arrange === undefined;
  }

  private lineOf(index: number): number {
    const { kernel } = this.messages;
    return (kernel.integers[(kernel.exports.records.value >> 2) + index] ?? 0) + 1;
  }

  /** Arranges and pairs one conversation after another, and masks those that are not within the budget. */
  *masked(policy: Policy): Iterable<SessionConversation> {
    const { exports } = this.messages.kernel;
    const rest = this.isInFileOrder ? undefined : this.arranged();
    for (;;) {
      const isThere = rest === undefined ? this.next() : rest.next().done !== true;
      if (!isThere) return;
      this.wait(policy);
      exports.maskArranged(Number(isLeft(policy, exports.chars.value - exports.deadChars.value)));
      yield this.conversation();
    }
  }

  /** Keeps the results of a conversation that the policy's trigger leaves. */
  private wait(policy: Policy): void {
    if (policy.pressure === undefined) return;
    const { kernel } = this.messages;
    const { exports } = kernel;
    const { chars, deadChars, messages, spoken, toolTurns, callMessages } = exports;
    const starts = new TurnStarts(policy.window);
    kernel.eachStart((...counts) => starts.push(...counts));
    const count = exports.resultCount.value;
    const waits = waitingResults(policy, starts, {
      counts: {
        ...{ count, chars: chars.value, messages: messages.value, spoken: spoken.value },
        ...{ toolTurns: toolTurns.value, callMessages: callMessages.value },
      },
      deadChars: deadChars.value,
      results: {
        count,
        deadCount: exports.deadResults.value,
        charsOf: exports.charsAt,
        numberOf: exports.numberAt,
        savedBy: (at) => kernel.savedAt(at),
      },
    });
    waits?.forEach((waiting, at) => {
      if (waiting === 1) exports.waitAt(at);
    });
  }

  private next(): boolean {
    const { exports } = this.messages.kernel;
    return (this.isChained ? exports.nextChain() : exports.nextInFileOrder()) !== 0;
  }

  /** Whether the kernel can tell the order by itself. */
  private get isInFileOrder(): boolean {
    const { orderedMarks } = this.format;
    const { kernel, otherMarks } = this.messages;
    if (this.isChained || this.isUnarranged) return true;
    const isMarked = (kernel.exports.kindsFound.value & OWN_MARKS) !== 0;
    return !isMarked && orderedMarks !== undefined && otherMarks.every(isIn(orderedMarks));
  }

  /** Walks the conversations as their format arranges them. */
  private *arranged(): Iterator<void> {
    const { exports } = this.messages.kernel;
    const { arrange = () => [] } = this.format;
    for (const arrangement of arrange(sessionFindings(this.messages))) {
      exports.beginFollowing();
      this.follow(arrangement);
      yield;
      // The ids of calls count within a conversation.
      for (const index of arrangement.messages) exports.closeCalls(index);
    }
  }

  private follow({ messages, dead = 0, again }: Arrangement): void {
    const { kernel } = this.messages;
    const { exports } = kernel;
    if (again !== undefined && again.size > 0) {
      this.repeats ??= new SessionRepeats(kernel);
      this.repeats.add(again);
    }
    for (let k = 0; k < messages.length; k++) {
      exports.follow(messages.at(k) ?? 0);
      if (k + 1 === dead) exports.endOfDead();
    }
  }

  private conversation(): SessionConversation {
    const { exports } = this.messages.kernel;
    const { masked, firstMasked, maskedBefore } = exports;
    const { counts, dead, saved } = this.counts();
    return {
      about: {
        line: exports.firstIndex.value < 0 ? 1 : this.lineOf(exports.firstIndex.value),
        messages: exports.messages.value,
        chars: exports.chars.value - exports.deadChars.value,
        toolTurns: exports.toolTurns.value - exports.deadToolTurns.value,
        deadChars: exports.deadChars.value,
      },
      masked: {
        count: masked.value,
        chars: saved,
        remaining: maskedBefore.value + masked.value,
        byRule: inOrder(counts),
        resultChars: exports.resultChars.value,
        maskedTurns: exports.maskedTurns.value,
        sideBytes: exports.sideBytes.value,
        first: firstMasked.value < 0 ? undefined : firstMasked.value,
        dead,
      },
      bound: {
        blocks: exports.boundBlocks.value,
        chars: exports.boundChars.value,
        model: exports.lastBound.value,
      },
    };
  }

  /**
   * The results by reason, those that no longer reach the model, and the chars that masking the others saves.
   */
  private counts() {
    const { kernel } = this.messages;
    const { sums } = kernel;
    const counts: ReasonSums = {};
    for (const [k, reason] of REASONS.entries()) {
      const [kept = 0, keptChars = 0, masked = 0, maskedChars = 0] = sums.subarray(
        4 * k,
        4 * k + 4,
      );
      if (kept + masked === 0) continue;
      const ofKept = kept > 0 && { kept, keptChars };
      const ofMasked = masked > 0 && { masked, maskedChars };
      const isKeptFirst = kernel.exports.keptFirst.value !== 0;
      counts[reason] = isKeptFirst ? { ...ofKept, ...ofMasked } : { ...ofMasked, ...ofKept };
    }
    const dead = { count: counts.dead?.masked ?? 0, chars: counts.dead?.maskedChars ?? 0 };
    return { counts, dead, saved: counts.window?.maskedChars ?? 0 };
  }
}

/** The reasons of arranged-reasons.ts. */
const REASONS: readonly ReasonName[] = [...ROW_REASONS, "keep-dead", "dead"];

/** The kinds of messages and of marks in arranged-columns.ts, a bit each. */
const MESSAGES = 0x1f;
const OWN_MARKS = 0x3e0;
/** The bits of a message with an id and a parent. */
const CHAINED = 0x30;
const isIn = (marks: readonly string[]) => (mark: string) => marks.includes(mark);

/** Words used in place of an absent parent. */
const NO_PARENT = /^__\w+__$/;
