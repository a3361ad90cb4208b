import { digestOf, REF_DIGITS } from "../../../base/digest.ts";
import { slotShowsError } from "../../../formats/shared/part-measure.ts";
import { type Frame, frameOf, openText } from "../../../json/splice/slot.ts";
import { type Slot, slotExcerpt, slotIncludes, slotText } from "../../../json/splice/slot-text.ts";
import {
  HAS_CALL,
  IN_BLOCK,
  IS_ERROR,
  RESULT,
  RESULT_STRIDE,
  VALUE_BIT,
  VALUE_SHAPES,
} from "../../../json/tape/chat-table.ts";
import { parse } from "../../../json/tape/parse.ts";
import { TapeTree } from "../../../json/tape/tape-tree.ts";
import { TEXT_BLOCKS } from "../../../json/tree/shape.ts";
import type { Node } from "../../../json/tree/tree.ts";
import type { ErrorSigns } from "../../../reduce/pipeline/option-values.ts";
import { argumentWords, MAX_ARGUMENT } from "../../../reduce/placeholders/call-words.ts";
import type { FieldSource } from "../../../reduce/placeholders/placeholder-fields.ts";
import { MAIN_KEYS } from "../../../reduce/texts/main-arguments.ts";
import { showsError } from "../../../transcript/model/error-signs.ts";
import { holdsErrorWords } from "../../../transcript/model/error-words.ts";
import { EXIT_CHARS } from "../../../transcript/model/exit.ts";
import type { OddResult } from "./odd-results.ts";

/** The texts about the results of a line (tool, id, arguments), as the format's reader found them. */
export type ResultWords = Pick<
  Required<FieldSource<number>>,
  "toolName" | "callId" | "args" | "argument"
>;

/** Data that a format's reader found about the results of a line, in addition to the columns. */
interface ReadResults {
  readonly words?: ResultWords | undefined;
  /** By result: set if its text is not one string of the line. */
  readonly odd?: readonly (OddResult | undefined)[];
  /** Where errors show: in flags of results alone, which is the default where there are words, or in texts as well. */
  readonly errors?: "in flags" | "in texts";
}

/** The tool results of one conversation after another, by number: from the columns and the tape. */
export class PlainResults implements FieldSource<number> {
  /** Whether to search texts for signs of errors. */
  private readonly findsErrors: boolean;
  private latest: TapeTree | undefined;
  private results: Int32Array = NO_RESULTS;
  /** The texts about results, if they are not strings of the tape; errors are then flags of the results. */
  private words: ResultWords | undefined;
  private odd: readonly (OddResult | undefined)[] = NONE_ODD;
  private errorsInFlags = false;
  /** The text that was decoded last, if it is in JSON in a string. */
  private decoded: { readonly k: number; readonly text: string | undefined } | undefined;
  private digested: { readonly k: number; readonly digest: string } | undefined;

  /** The result that was last searched for signs of errors, and whether it shows one. */
  private lookedAt = -1;
  private showsError = false;

  constructor(findsErrors: boolean) {
    this.findsErrors = findsErrors;
  }

  /** Starts a conversation. */
  open(tree: TapeTree, results: Int32Array, about: ReadResults = {}): void {
    const { words, odd = NONE_ODD, errors } = about;
    this.latest = tree;
    this.results = results;
    this.words = words;
    this.odd = odd;
    this.errorsInFlags = words !== undefined && errors !== "in texts";
    this.digested = undefined;
    this.decoded = undefined;
    this.lookedAt = -1;
  }

  get tree(): TapeTree {
    if (this.latest === undefined) throw new Error("no conversation to look at");
    return this.latest;
  }

  /** The range of a string. */
  place(node: Node): { readonly start: number; readonly end: number } {
    return { start: this.tree.start(node), end: this.tree.end(node) };
  }

  /** The string that is a result's text, or the blocks that contain it; `NONE` if it cannot be edited. */
  node(k: number): Node {
    return this.field(k, RESULT.text);
  }

  chars(k: number): number {
    return this.odd[k]?.textChars ?? this.inside(k)?.length ?? this.field(k, RESULT.chars);
  }

  /** The text of a result that is in JSON in a string. */
  private inside(k: number): string | undefined {
    if (this.field(k, RESULT.flags) >> VALUE_BIT === 0) return undefined;
    if (this.decoded?.k === k) return this.decoded.text;
    const slot = this.slot(k);
    const text = slot.shape?.as === "json" ? slotText(this.tree, slot) : undefined;
    this.decoded = { k, text };
    return text;
  }

  /** The JSON around a result's text that is in a string. */
  frame(k: number): Frame | undefined {
    if (this.field(k, RESULT.flags) >> VALUE_BIT === 0) return undefined;
    const slot = this.slot(k);
    const inside = openText(this.tree, slot);
    return inside && frameOf(this.tree, slot, inside);
  }

  hasCall(k: number): boolean {
    return (this.field(k, RESULT.flags) & HAS_CALL) !== 0;
  }

  /** Whether its text is in a block of its message's content. */
  isInBlock(k: number): boolean {
    return (this.field(k, RESULT.flags) & IN_BLOCK) !== 0;
  }

  text(k: number): string {
    return this.odd[k]?.text ?? this.inside(k) ?? slotText(this.tree, this.slot(k));
  }

  excerpt(k: number, count: number): string {
    return this.odd[k]?.text ?? this.inside(k) ?? slotExcerpt(this.tree, this.slot(k), count);
  }

  includes(k: number, literal: string): boolean {
    const text = this.odd[k]?.text ?? this.inside(k);
    return text?.includes(literal) ?? slotIncludes(this.tree, this.slot(k), literal);
  }

  mayNameCode(k: number): boolean {
    const node = this.node(k);
    return !this.isPlain(k) || this.tree.mayNameCode(node, EXIT_CHARS);
  }

  turn(k: number): number {
    return this.field(k, RESULT.turn);
  }

  toolName(k: number): string | undefined {
    if (this.words !== undefined) return this.words.toolName(k);
    const name = this.field(k, RESULT.tool);
    if (name >= 0) return this.tree.text(name);
    return name === EMPTY_NAME ? "" : undefined;
  }

  callId(k: number): string | undefined {
    if (this.words !== undefined) return this.words.callId(k);
    const id = this.field(k, RESULT.id);
    return id < 0 ? undefined : this.tree.text(id);
  }

  args(k: number): string {
    return this.words?.args(k) ?? textOfArguments(this.tree, this.field(k, RESULT.args));
  }

  argument(k: number): string {
    if (this.words !== undefined) return this.words.argument(k);
    return argumentOf(this.tree, this.field(k, RESULT.args));
  }

  ref(k: number): string {
    return this.digest(k).slice(0, REF_DIGITS);
  }

  /** The digest of a result's text. */
  digest(k: number): string {
    if (this.digested?.k !== k) {
      const node = this.node(k);
      const digest = this.isPlain(k) ? this.tree.digest(node) : digestOf(this.text(k));
      this.digested = { k, digest };
    }
    return this.digested.digest;
  }

  /** The digest of a result's text, if it was the last one computed for a ref. */
  knownDigest(k: number): string | undefined {
    return this.digested?.k === k ? this.digested.digest : undefined;
  }

  /** The number of its tool in the conversation, from 0; negative if the tool has none. */
  toolNumber(k: number): number {
    return this.field(k, RESULT.toolNumber);
  }

  /** Whether the format's reader would report it as an error. */
  isError(k: number): boolean {
    if ((this.field(k, RESULT.flags) & IS_ERROR) !== 0) return true;
    if (this.errorsInFlags || !this.findsErrors) return false;
    // Cached: the rules use it, and again a placeholder that says how the call ended.
    if (this.lookedAt !== k) {
      this.lookedAt = k;
      const inside = this.inside(k);
      this.showsError =
        inside === undefined
          ? slotShowsError(this.tree, this.slot(k))
          : showsError(inside, inside, () => inside);
    }
    return this.showsError;
  }

  /** The same by the signs that a policy uses. */
  isErrorBy(k: number, signs: ErrorSigns): boolean {
    return this.isError(k) || (signs === "words" && holdsErrorWords(this.text(k)));
  }

  /** An integer of a result: see `RESULT`. */
  column(k: number, column: number): number {
    return this.field(k, column);
  }

  /** The place of a result's text, if it is on the tape. */
  slot(k: number): Slot {
    const node = this.node(k);
    const value = this.field(k, RESULT.flags) >> VALUE_BIT;
    if (value > 0) return { node, shape: VALUE_SHAPES[value - 1] };
    return { node, shape: this.tree.isArray(node) ? TEXT_BLOCKS : undefined };
  }

  /** Whether its text is one string. */
  isPlain(k: number): boolean {
    return this.odd[k] === undefined && this.slot(k).shape === undefined;
  }

  private field(k: number, field: number): number {
    return this.results[k * RESULT_STRIDE + field] ?? 0;
  }
}

/** The main argument of a call, from the value of its arguments: see `argumentWords`. */
export function argumentOf(tree: TapeTree, node: Node): string {
  if (node < 0) return "";
  return tree.lineOfArguments(node, SHOWN) ?? argumentWords(textOfArguments(tree, node));
}

/**
 * The arguments of a call. Those of an earlier line were kept without the tokens inside them, so they are
 * parsed again.
 */
function textOfArguments(tree: TapeTree, node: Node): string {
  if (node < tree.tape.length || tree.isString(node)) return tree.text(node);
  const kept = parse(Buffer.from(tree.subarray(tree.start(node), tree.end(node))));
  return kept instanceof TapeTree ? kept.text(kept.root) : "";
}

const SHOWN = { mainKeys: MAIN_KEYS, max: MAX_ARGUMENT };

const NONE_ODD: readonly undefined[] = [];
const NO_RESULTS = new Int32Array(0);
const EMPTY_NAME = -2;
