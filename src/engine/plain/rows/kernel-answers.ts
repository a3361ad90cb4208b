import { SIGN_WORDS } from "../../../formats/registry/telling-keys.ts";
import { holdsResult } from "../../../formats/unread/unread-texts.ts";
import { encodeOnce } from "../../../json/splice/encode.ts";
import {
  type ChatColumns,
  type ChatTable,
  RESULT,
  type SignWords,
} from "../../../json/tape/chat-table.ts";
import {
  type FieldPlace,
  type OddAnswer,
  ROW_REASONS,
  type RowAnswers,
} from "../../../json/tape/masked-rows.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { NONE, type Node } from "../../../json/tree/tree.ts";
import type { Policy } from "../../../reduce/pipeline/checked-policy.ts";
import { fieldsFrom } from "../../../reduce/placeholders/placeholder-fields.ts";
import {
  type FieldValues,
  fieldsIn,
  renderField,
  type TemplateField,
} from "../../../reduce/placeholders/template.ts";
import type { Job } from "../../edits/job.ts";
import { editContent } from "../results/content-edit.ts";
import { PlainGuards } from "../results/plain-guards.ts";
import { PlainPlaceholders } from "../results/plain-placeholders.ts";
import { isBoundTo, mayBeBound } from "../results/plain-reasoning.ts";
import { PlainResults, type ResultWords } from "../results/plain-results.ts";
import { isSureOfResults, textsBeside } from "../results/plain-unread.ts";

/**
 * Answers the kernel's questions about the row or line that it has scanned, such as those that take a regular
 * expression.
 */
export class KernelAnswers implements RowAnswers {
  /** The tape of that row or line, and its root. */
  tree: TapeTree | undefined;
  root: Node = 0;
  /** The table of words of rows. */
  table: ChatTable | undefined;
  /** The words about the results of a session, which are not on the tape. */
  words: ResultWords | undefined;
  /** The root of the conversation of a row that is of the format that was learned, if the keys of some do not tell. */
  rootOf: ((row: TapeTree) => Node) | undefined;
  takeRow?: NonNullable<RowAnswers["takeRow"]>;
  private readonly policy: Policy;
  private readonly results: PlainResults;
  private readonly placeholders: PlainPlaceholders;
  private readonly guards: PlainGuards;
  private readonly fields: readonly TemplateField[];
  private readonly values: FieldValues<number>;
  private readonly shorterFields: readonly TemplateField[];
  /** The texts next to the messages that were looked into last: definitions of tools are the same in many rows. */
  private latestTexts: readonly { readonly bytes: Buffer; readonly has: boolean }[] = [];

  constructor({ policy, findsErrors = false }: Pick<Job, "policy" | "findsErrors">) {
    this.policy = policy;
    this.results = new PlainResults(findsErrors);
    this.placeholders = new PlainPlaceholders(policy, this.results);
    // The kernel leaves rows with a dispatch result to the other path.
    this.placeholders.open(false);
    this.guards = new PlainGuards(policy.rules, this.results);
    this.fields = fieldsIn(policy.placeholder);
    this.values = fieldsFrom(this.results);
    const { shorter } = policy.placeholder;
    this.shorterFields = shorter === undefined ? [] : fieldsIn(shorter);
  }

  get signs(): SignWords {
    return SIGN_WORDS;
  }

  rootOfFormat(row: Node): Node {
    const { tree, rootOf } = this;
    if (tree === undefined) return NONE;
    tree.turnTo(row);
    const root = rootOf?.(tree) ?? NONE;
    if (root !== NONE) this.root = root;
    return root;
  }

  isSure(columns: ChatColumns): boolean {
    const tree = this.open(columns);
    return this.table !== undefined && isSureOfResults(tree, this.table, columns);
  }

  holdsResult(columns: ChatColumns): boolean {
    const tree = this.open(columns);
    if (this.table === undefined) throw new Error("no row was learned");
    const before = this.latestTexts;
    this.latestTexts = [...textsBeside(tree, this.table)].map((text, k) => {
      const bytes = tree.subarray(tree.start(text), tree.end(text));
      const known = before[k];
      if (known?.bytes.equals(bytes) === true) return known;
      return { bytes: Buffer.from(bytes), has: holdsResult(tree, text) };
    });
    return this.latestTexts.some(({ has }) => has);
  }

  mayBeBound(columns: ChatColumns, model: Node): boolean {
    const tree = this.open(columns);
    return this.table?.byItems === true
      ? isBoundTo(tree, model, this.policy)
      : mayBeBound(tree, this.policy);
  }

  isPlaceholder(columns: ChatColumns, k: number): boolean {
    this.open(columns);
    const { results, placeholders } = this;
    return results.isPlain(k)
      ? placeholders.isMasked(results.node(k))
      : placeholders.isMaskedText(results.text(k));
  }

  isError(columns: ChatColumns, k: number): boolean {
    this.open(columns);
    return this.guards.isError(k);
  }

  keeperOfTool(columns: ChatColumns, k: number): number {
    this.open(columns);
    const keeper = this.guards.keeperByName(k);
    return keeper === "" ? 0 : ROW_REASONS.indexOf(keeper as (typeof ROW_REASONS)[number]);
  }

  field(columns: ChatColumns, k: number, { number, isOfShorter }: FieldPlace) {
    const tree = this.open(columns);
    const name = (isOfShorter ? this.shorterFields : this.fields)[number];
    if (name === undefined) throw new Error("the placeholder has no such field");
    const text = renderField(name, this.values, k);
    return { chars: text.length, json: encodeOnce(text, { ascii: tree.isAscii }).slice(1, -1) };
  }

  odd(columns: ChatColumns, k: number): OddAnswer {
    const tree = this.open(columns);
    const { results, placeholders } = this;
    const textFor = (note: string) => placeholders.textFor(k, note);
    const chars = results.column(k, RESULT.chars);
    const about = { textFor, chars, frame: results.frame(k), minGain: this.policy.minGain };
    return editContent(tree, results.slot(k), about);
  }

  /** Opens the row that was scanned last. */
  private open({ results }: ChatColumns): TapeTree {
    const { tree } = this;
    if (tree === undefined) throw new Error("no row was learned");
    tree.turnTo(this.root);
    this.results.open(tree, results, { words: this.words, errors: "in texts" });
    return tree;
  }
}
