import type { Format } from "../../../formats/format.ts";
import { SIGN_WORDS, tellingKeysOf, tellsOthers } from "../../../formats/registry/telling-keys.ts";
import { RecordParts } from "../../../formats/shared/record-parts.ts";
import { signInKernel } from "../../../formats/unread/find-unread.ts";
import { wordSaysResult } from "../../../formats/unread/result-signs.ts";
import type { ChatColumns, ChatTable } from "../../../json/tape/chat-table.ts";
import { FIXED, type LearnedItems, type OwnPath, STEP } from "../../../json/tape/learned-steps.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import { NONE, type Node } from "../../../json/tree/tree.ts";
import { ROLES } from "../../../transcript/model/message.ts";
import { AskedTree } from "./asked-tree.ts";
import { FoundSink, NAME, type SessionNumbers } from "./found-sink.ts";
import { LinePath } from "./line-path.ts";
import { FoundInMessage } from "./own-path.ts";

/** The table of formats without words. */
export const ITEMS: ChatTable = { keys: [], roles: [], byItems: true };

/**
 * Reads conversations of a format without a table of words that reads each message by itself, and learns what is around
 * the messages, and each message, as a line is learned by `LineLearner`.
 */
export class ItemLearner {
  readonly format: Format;
  private readonly learned: LearnedItems;
  private readonly path = new LinePath();
  private readonly numbers: SessionNumbers;
  /** Conversations in a row that were not learned. */
  private failures = 0;
  /** The tree that was read last, and whether its messages that cannot be learned are read one by one. */
  private tree: TapeTree | undefined;
  private asks = false;
  /** Messages that were read by themselves. */
  private owns = 0;
  private parts: RecordParts | undefined;

  constructor(learned: LearnedItems, format: Format) {
    this.learned = learned;
    this.format = format;
    this.numbers = {
      textOf: (text) => (text === undefined ? 0 : learned.textOf(text)),
      kindOfMessage: (role, { tags, fixed = false }) =>
        tags !== undefined || (fixed && role !== "user")
          ? undefined
          : ROLES.indexOf(role) | (fixed ? FIXED : 0),
      kindOfMark: () => 0,
      keepsCopies: true,
      inOrder: true,
    };
  }

  /** Reads the conversation in the root of a tree; undefined if something in it cannot be learned. */
  read(tree: TapeTree): ChatColumns | undefined {
    const { learned, format } = this;
    this.tree = tree;
    if (learned.begin(format, { signOf: signInKernel, saysResult: wordSaysResult })) {
      this.asks = false;
      for (const key of tellingKeysOf(format)) learned.learnKey(key);
    }
    tree.scanned?.learnSigns(SIGN_WORDS);
    let columns = tree.scanned?.chat(ITEMS);
    const mayLearn = this.failures < PATIENCE || this.failures % ONE_IN === 0;
    while (columns === undefined && mayLearn && this.learn(tree))
      columns = tree.scanned?.chat(ITEMS);
    if (columns === undefined && mayLearn && this.mayAsk()) {
      // What was read is forgotten; of a list, the conversation stays the root.
      tree.turnTo(tree.root);
      columns = tree.scanned?.chat(ITEMS);
    }
    this.failures = columns === undefined ? this.failures + 1 : 0;
    return columns;
  }

  /** From now on has the kernel ask about messages that cannot be learned, if it stopped at one; false if not. */
  private mayAsk(): boolean {
    const { learned, format, asks } = this;
    if (asks || learned.unlike === NONE || format.readItemIsWhole !== true) return false;
    this.asks = true;
    learned.askAbout((item, about) => this.readOwn(item, about));
    return true;
  }

  /** Learns that at which the kernel stopped; false if that cannot be learned. */
  private learn(tree: TapeTree): boolean {
    const { unlike } = this.learned;
    const { root } = tree;
    const isNew =
      unlike === NONE ? this.learnAround(tree) : this.learnItem(tree, unlike, this.learned.before);
    tree.turnTo(root);
    return isNew;
  }

  private learnAround(tree: TapeTree): boolean {
    const { learned, path, format } = this;
    const { asked, sink } = this.trace(tree);
    format.read(asked, tree.root, sink);
    path.close();
    return path.isWhole && learned.learnRow(path.steps);
  }

  private learnItem(tree: TapeTree, item: Node, before: number): boolean {
    const { learned, path, format } = this;
    tree.turnTo(item);
    const { asked, sink, parts } = this.trace(tree);
    path.add(STEP.before, before);
    format.readItem?.(asked, item, sink, before);
    path.close();
    if (!path.isWhole || !parts.isUnderstood || !learned.learnItem(path.steps)) return false;
    for (const key of asked.ownKeys) if (!tellsOthers(key, format)) learned.learnKey(key);
    return true;
  }

  /** Reads a message that the kernel has not learned. */
  private readOwn(
    item: Node,
    { before, isRow }: { readonly before: number; readonly isRow: boolean },
  ): OwnPath | undefined {
    const { tree, format, numbers } = this;
    if (tree === undefined) return undefined;
    if (isRow) tree.renew();
    if (this.owns++ < MANY || this.owns % OWN_ONE_IN === 0) {
      const { root } = tree;
      this.learnItem(tree, item, before);
      tree.turnTo(root);
    }
    const parts = this.partsOf(tree);
    const path = new FoundInMessage(tree, item);
    const sink = new FoundSink(parts, {
      path,
      tree: path,
      numbers: {
        ...numbers,
        // A tool's name becomes a string as its JSON would have it.
        textOf(text) {
          const number = text === undefined || NAME.test(text) ? numbers.textOf(text) : -1;
          if (number < 0) path.isWhole = false;
          return number;
        },
      },
    });
    format.readItem?.(tree, item, sink, before);
    path.close();
    return path.isWhole && parts.isUnderstood ? path : undefined;
  }

  /** The parts of a record, made once: their columns take longer to make than a message to read. */
  private partsOf(tree: TapeTree): RecordParts {
    this.parts ??= new RecordParts(tree);
    const { parts } = this;
    parts.wantsModels = true;
    parts.open(tree, 0);
    parts.role = undefined;
    parts.hasReply = false;
    parts.hasResult = false;
    return parts;
  }

  /** Starts the path of a tree's root. */
  private trace(tree: TapeTree) {
    const { path, numbers } = this;
    const parts = this.partsOf(tree);
    path.open(tree.root);
    const asked = new AskedTree(tree, path, (text) => numbers.textOf(text));
    return { asked, parts, sink: new FoundSink(parts, { path, tree: asked, numbers }) };
  }
}

/** Messages that are read by themselves: of these and then one in some it is tried whether they can be learned. */
const MANY = 64;
const OWN_ONE_IN = 32;

/** To learn a conversation takes longer than to read it: after this many failures, only one in some is tried. */
const PATIENCE = 16;
const ONE_IN = 64;
