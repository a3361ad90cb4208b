import { arrangeChains, BY_ROOT } from "../../formats/arrange/arrange-chains.ts";
import type { Format } from "../../formats/format.ts";
import { ARRANGED_KINDS } from "../../json/kernel/kernel-arranged.ts";
import { ROW_REASONS } from "../../json/tape/masked-rows.ts";
import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import { inOrder, type ReasonName, type ReasonSums } from "../../reduce/pipeline/reasons.ts";
import type { Arrangement, Found } from "../../transcript/model/arrangement.ts";
import type { Role } from "../../transcript/model/message.ts";
import { type Sequence, sequence } from "../../transcript/model/sequence.ts";
import { isLeft } from "./plain-budget.ts";
import type { Masked } from "./plain-telemetry.ts";
import type { SessionMessages } from "./session-messages.ts";

/** The counts of a conversation, and the outcome of masking its results. */
export interface SessionConversation {
  readonly about: {
    readonly line: number;
    readonly messages: number;
    readonly chars: number;
    readonly toolTurns: number;
    readonly deadChars: number;
    readonly sideBytes: number;
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
    const { exports } = this.messages.kernel;
    return exports.resultTotal.value > 0 && (exports.kindsFound.value & MESSAGES) !== 0;
  }

  /** The parents that no line has: the parent's id, and the number of the line that names it. */
  *parentless(): Iterable<{ readonly parent: string; readonly line: number }> {
    const { kernel, texts } = this.messages;
    const { exports } = kernel;
    if (!this.isChained || exports.lostParents.value === 0 || !this.hasChains()) return;
    for (let index = 0; index < exports.foundCount.value; index++) {
      const parent = kernel.integers[(exports.parents.value >> 2) + index] ?? 0;
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
      if ((this.kindOf(index) & KIND) >= ARRANGED_KINDS.link || !this.isChainedAt(index)) continue;
      const parent = kernel.integers[(exports.parents.value >> 2) + index] ?? 0;
      if (parent >= 0 || !NO_PARENT.test(texts.text(-1 - parent) ?? "")) return true;
    }
    return false;
  }

  /** Whether this is a message or a boundary between messages, and has an id and a parent. */
  private isChainedAt(index: number): boolean {
    const kind = this.kindOf(index);
    return (kind & KIND) <= ARRANGED_KINDS.boundary && (kind & CHAINED) === CHAINED;
  }

  private kindOf(index: number): number {
    const { kernel } = this.messages;
    const at = kernel.exports.kinds.value + index;
    return ((kernel.integers[at >> 2] ?? 0) >>> (8 * (at & 3))) & 0xff;
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
      exports.maskArranged(Number(isLeft(policy, exports.chars.value - exports.deadChars.value)));
      yield this.conversation();
    }
  }

  private next(): boolean {
    const { exports } = this.messages.kernel;
    return (this.isChained ? exports.nextChain() : exports.nextInFileOrder()) !== 0;
  }

  /** Whether the kernel can tell the order by itself. */
  private get isInFileOrder(): boolean {
    const { orderedMarks } = this.format;
    const { kernel, otherMarks } = this.messages;
    if (this.isChained) return true;
    const isMarked = (kernel.exports.kindsFound.value & OWN_MARKS) !== 0;
    return !isMarked && otherMarks.every((mark) => orderedMarks?.includes(mark));
  }

  /** Walks the conversations as their format arranges them. */
  private *arranged(): Iterator<void> {
    const { exports } = this.messages.kernel;
    const { arrange = () => [] } = this.format;
    for (const arrangement of arrange(this.found())) {
      exports.beginFollowing();
      this.follow(arrangement);
      yield;
    }
  }

  private follow({ messages, dead = 0 }: Arrangement): void {
    const { exports } = this.messages.kernel;
    for (let k = 0; k < messages.length; k++) {
      exports.follow(messages.at(k) ?? 0);
      if (k + 1 === dead) exports.endOfDead();
    }
  }

  /** All that was found, for a format that arranges it without looking at parents or parts. */
  private found(): Sequence<Found> {
    const { kernel, texts, otherMarks } = this.messages;
    const { exports } = kernel;
    return sequence(
      () => exports.foundCount.value,
      (index) => {
        const kind = this.kindOf(index) & KIND;
        const id = texts.text(kernel.integers[(exports.ids.value >> 2) + index] ?? 0);
        const mark =
          kind < ARRANGED_KINDS.other ? MARKS[kind] : otherMarks[kind - ARRANGED_KINDS.other];
        const role = ROLES[kind] ?? "user";
        return { index, mark, role, id, parentIndex: undefined, parts: [] } as Found;
      },
    );
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
        sideBytes: exports.sideBytes.value,
      },
      masked: {
        count: masked.value,
        chars: saved,
        remaining: maskedBefore.value + masked.value,
        byRule: inOrder(counts),
        resultChars: exports.resultChars.value,
        maskedTurns: exports.maskedTurns.value,
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

/** The reasons of arranged-masks.ts. */
const REASONS: readonly ReasonName[] = [...ROW_REASONS, "keep-dead", "dead"];

/** The kinds of messages and of marks in arranged-columns.ts, a bit each. */
const MESSAGES = 0x1f;
const OWN_MARKS = 0x3e0;
const KIND = 0xf;
/** The bits of a message with an id and a parent. */
const CHAINED = 0x30;
const MARKS = [
  undefined,
  undefined,
  undefined,
  undefined,
  undefined,
  "link",
  "boundary",
  "leaf",
  "torn",
  "preserved",
];
const ROLES: readonly Role[] = ["system", "user", "assistant", "tool", "assistant"];

/** Words used in place of an absent parent. */
const NO_PARENT = /^__\w+__$/;
