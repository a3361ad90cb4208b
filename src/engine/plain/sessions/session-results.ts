import {
  ARRANGED_STATES,
  ARRANGED_UNITS,
  type ArrangedPolicy,
  type KernelArranged,
} from "../../../json/kernel/kernel-arranged.ts";
import type { Splice } from "../../../json/splice/splice.ts";
import { ROW_REASONS, type RowPolicy } from "../../../json/tape/masked-rows.ts";
import type { NoteMasker } from "../../../json/tape/noted-lines.ts";
import type { WindowPolicy } from "../../../reduce/pipeline/checked-policy.ts";
import { notWorth } from "../../../reduce/pipeline/min-gain.ts";
import type { ReasonName } from "../../../reduce/pipeline/reasons.ts";
import type { NotedResults } from "../../edits/splice-notes.ts";
import type { DecisionTable, OddPlan, PlannedEdit } from "../results/decision-table.ts";
import type { Written } from "../results/plain-writing.ts";
import type { SessionCalls } from "./session-calls.ts";
import { sessionNotes } from "./session-notes.ts";
import { SessionWritten, type WrittenPlaceholder } from "./session-written.ts";

/** The policy of a session, in the form that the kernel's arranging code uses. */
export function arrangedPolicy(
  settings: Omit<RowPolicy, "answers">,
  { unit }: WindowPolicy,
  others: Pick<ArrangedPolicy, "keepsDead" | "notesTurns">,
): ArrangedPolicy {
  const { size, every, minGain, larger, first, orphans, asksTools, countsTurns } = settings;
  const { texts, literalChars, fields } = settings;
  return {
    ...{ size, every, minGain, larger, first, orphans, asksTools, countsTurns, literalChars },
    ...others,
    unit: (ARRANGED_UNITS as readonly string[]).indexOf(unit),
    fields: fields.length,
    literalBytes: Buffer.byteLength(texts.utf8.join("")),
    literalAscii: texts.ascii.join("").length,
  };
}

/**
 * The results of a session whose columns are in the kernel: those of lines that it read itself, and those
 * that a format's reader found, which are added here. The splices of the latter are kept here as well.
 */
export class SessionResults implements DecisionTable {
  readonly pairsLater = true;
  private readonly kernel: KernelArranged;
  readonly splicesOf = new Map<number, readonly Splice[]>();
  readonly written = new SessionWritten();
  /** The parts of the current line's results, and the bytes of side copies of each. */
  private readonly parts: number[] = [];
  private readonly copies: number[] = [];
  private taken = 0;

  constructor(kernel: KernelArranged) {
    this.kernel = kernel;
  }

  get count(): number {
    return this.kernel.exports.resultTotal.value;
  }

  /** Starts a line. */
  open(): void {
    this.parts.length = 0;
    this.copies.length = 0;
    this.taken = 0;
  }

  /** Adds a result of the line, by the number of its part. */
  found(part: number): void {
    this.parts.push(part);
    this.copies.push(0);
  }

  /** Adds a side copy to the latest result; false if there is none. */
  copied(bytes: number): boolean {
    const last = this.copies.length - 1;
    if (last >= 0) this.copies[last] = (this.copies[last] ?? 0) + bytes;
    else if (this.count === 0) return false;
    else this.kernel.exports.copyOfLatest(bytes);
    return true;
  }

  keep(_about: unknown, reason: ReasonName, ifDead = reason): void {
    this.add(ifDead, reason === ifDead ? undefined : reason, 0);
  }

  edit(about: { readonly chars: number }, planned: PlannedEdit, minGain: number): void {
    const { start, end, written, keeper, digest } = planned;
    const splices = [{ start, end, text: written.json, digest }];
    const { chars } = written;
    const [gain, savedBytes] = [about.chars - chars, end - start - written.bytes];
    this.editOdd(about, { chars, gain, savedBytes, splices, keeper }, minGain);
  }

  editOdd(about: { readonly chars: number }, planned: OddPlan, minGain: number): void {
    const { chars, gain, savedBytes, splices, keeper } = planned;
    const worth = notWorth(gain, savedBytes, minGain);
    if (worth === undefined) this.splicesOf.set(this.count, splices);
    this.add(worth ?? "window", keeper, about.chars - chars);
  }

  /** Adds the next result of the line; rules about its tool and its call are applied later. */
  private add(worth: ReasonName, keeper: ReasonName | undefined, savedChars: number): void {
    const { byFormat, isError, isLarge } = ARRANGED_STATES;
    const kept = keeper === "errors" ? isError : keeper === "larger" ? isLarge : 0;
    const { exports } = this.kernel;
    const at = this.taken++;
    const number = (ROW_REASONS as readonly ReasonName[]).indexOf(worth);
    exports.pushResult(this.parts[at] ?? 0, number | byFormat | kept, savedChars);
    const copyBytes = this.copies[at] ?? 0;
    if (copyBytes > 0) exports.copyOfLatest(copyBytes);
  }

  /** Masks an earlier copy of a masked result; false if it would get another placeholder, or is not worth it. */
  repeat(result: number, copy: number, ofLength: OfLength): boolean {
    const { integers, exports } = this.kernel;
    const state = (exports.states.value >> 2) + copy;
    const about = integers[state] ?? 0;
    const text = this.placeholderOf(copy, ofLength);
    if ((about & WORTH) !== 0 || text === undefined) return false;
    if (text !== this.placeholderOf(result, ofLength)) return false;
    const length = integers[(exports.lengths.value >> 2) + copy] ?? 0;
    const isOfLength = (about & ARRANGED_STATES.byFormat) === 0;
    if (isOfLength && Buffer.byteLength(text) >= length) return false;
    integers[state] = about | ARRANGED_STATES.masked;
    return true;
  }

  /** The placeholder of a result; undefined if there is none, or more than that is replaced. */
  private placeholderOf(result: number, ofLength: OfLength): string | undefined {
    const { integers, exports } = this.kernel;
    const state = integers[(exports.states.value >> 2) + result] ?? 0;
    if ((state & ARRANGED_STATES.byFormat) === 0) {
      const part = integers[(exports.resultParts.value >> 2) + result] ?? 0;
      const chars = integers[(exports.partChars.value >> 2) + part] ?? 0;
      return ofLength(chars, (state & ARRANGED_STATES.isAscii) === 0 ? "utf8" : "ascii").json;
    }
    const written = this.written.at(result);
    const [splice, ...others] = this.splicesOf.get(result) ?? [];
    return written?.bytes.toString() ?? (others.length > 0 ? undefined : splice?.text);
  }

  /**
   * Whether results have the calls with which they were paired as they were read: those that are masked, wait for the
   * trigger, or would be masked if their placeholders, which name the calls, were shorter.
   */
  arePaired(paired: SessionCalls): boolean {
    if (!paired.areKnown) return false;
    const { integers, exports } = this.kernel;
    const calls = exports.calls.value >> 2;
    const states = exports.states.value >> 2;
    const parts = exports.resultParts.value >> 2;
    const { count } = this;
    for (let k = 0; k < count; k++) {
      const state = integers[states + k] ?? 0;
      const dependsOnCall = (state & DECIDED) !== 0 || TOO_LONG.has(state & WORTH);
      const found = integers[calls + k] ?? 0;
      if (!dependsOnCall || found === IN_NONE) continue;
      // A result without a call has the negative number of its turn.
      const call = Math.max(0, found);
      if (call !== paired.callOf(integers[parts + k] ?? 0)) return false;
    }
    return true;
  }

  /** The masked results as notes; undefined if there are none, or one needs several splices. */
  noted(notes: NoteMasker): NotedResults | undefined {
    return sessionNotes(this.kernel, this, notes);
  }

  /** The splices of the masked results, in order. */
  *splices(ofLength: OfLength): Iterable<Splice> {
    const { kernel, splicesOf, written, count } = this;
    const { masked, byFormat, isAscii } = ARRANGED_STATES;
    const { starts, lengths, states, resultParts, partChars } = kernel.exports;
    const at = {
      ...{ starts: starts.value >> 2, lengths: lengths.value >> 2, states: states.value >> 2 },
      ...{ parts: resultParts.value >> 2, chars: partChars.value >> 2 },
    };
    const { integers } = kernel;
    for (let k = 0; k < count; k++) {
      const state = integers[at.states + k] ?? 0;
      if ((state & masked) === 0) continue;
      const start = (integers[at.starts + k] ?? 0) >>> 0;
      if ((state & byFormat) !== 0) {
        const placeholder = written.at(k);
        if (placeholder !== undefined) yield spliceOf(placeholder, start);
        else yield* splicesOf.get(k) ?? [];
        continue;
      }
      const chars = integers[at.chars + (integers[at.parts + k] ?? 0)] ?? 0;
      const { json: text } = ofLength(chars, (state & isAscii) === 0 ? "utf8" : "ascii");
      yield { start, end: start + (integers[at.lengths + k] ?? 0), text };
    }
  }
}

/** A placeholder whose only field is the length. */
export type OfLength = (chars: number, way: "ascii" | "utf8") => Written;

/** The bits of a result's state with the reason why it stays outside the window. */
const WORTH = 0xff;
/** The bits of a result that is outside the window and not kept there. */
const DECIDED = ARRANGED_STATES.masked | ARRANGED_STATES.waits;
/** In place of the call of a result that is in no conversation. */
const IN_NONE = -(2 ** 31);
/** Reasons that say that the placeholder is too long. */
const TOO_LONG = new Set([ROW_REASONS.indexOf("not-shorter"), ROW_REASONS.indexOf("min-gain")]);

/** The splice that puts a placeholder in place of the text at an offset. */
function spliceOf({ length, bytes, ref }: WrittenPlaceholder, start: number): Splice {
  const refAt = ref === 0 ? undefined : bytes.toString("utf8", 0, ref).length;
  return { start, end: start + length, text: bytes.toString(), refAt };
}
