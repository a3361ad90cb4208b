import type { Format } from "../../../formats/format.ts";
import { RecordParts } from "../../../formats/shared/record-parts.ts";
import { SIGN_WORDS, tellsOthers } from "../../../formats/telling-keys.ts";
import { signOfKey, wordSaysResult } from "../../../formats/unread/result-signs.ts";
import type { LearnedItems } from "../../../json/tape/learned-steps.ts";
import type { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { Node } from "../../../json/tree/tree.ts";
import { ROLES } from "../../../transcript/model/message.ts";
import { AskedTree } from "./asked-tree.ts";
import { FoundSink, type SessionNumbers } from "./found-sink.ts";
import { LinePath } from "./line-path.ts";

/**
 * Learns rows of formats without a table of words that read each message by itself: what is around the messages, and
 * each message, as a line is learned by `LineLearner`.
 */
export class ItemLearner {
  private readonly learned: LearnedItems;
  private readonly path = new LinePath();
  private readonly numbers: SessionNumbers;
  /** Rows in a row of which nothing was learned. */
  private failures = 0;

  constructor(learned: LearnedItems) {
    this.learned = learned;
    learned.begin({ signOf: signOfKey, saysResult: wordSaysResult });
    this.numbers = {
      textOf: (text) => (text === undefined ? 0 : learned.textOf(text)),
      kindOfMessage: (role, { tags, fixed }) =>
        tags !== undefined || fixed ? undefined : ROLES.indexOf(role),
      kindOfMark: () => 0,
      keepsCopies: true,
      inOrder: true,
    };
  }

  /** Learns what is new in a row. */
  learn(format: Format, tree: TapeTree): void {
    const { learned, path } = this;
    if (this.failures >= PATIENCE) return;
    const { root } = tree;
    tree.learnSigns(SIGN_WORDS);
    const parts = new RecordParts(tree);
    parts.wantsModels = true;
    const row = this.trace(tree, parts);
    format.read(row.asked, root, row.sink);
    let isNew = this.isWhole && learned.learnRow(path.steps);
    for (const item of [...row.asked.hidden].flatMap((list) => [...tree.items(list)]))
      if (this.learnItem(tree, { item, parts, format })) isNew = true;
    tree.turnTo(root);
    this.failures = isNew ? 0 : this.failures + 1;
  }

  private learnItem(
    tree: TapeTree,
    about: {
      readonly item: Node;
      readonly parts: RecordParts;
      readonly format: Format;
    },
  ): boolean {
    const { item, parts, format } = about;
    const { learned, path } = this;
    tree.turnTo(item);
    const { asked, sink } = this.trace(tree, parts);
    format.readItem?.(asked, item, sink);
    if (!this.isWhole || !parts.isUnderstood || !learned.learnItem(path.steps)) return false;
    for (const key of asked.ownKeys) if (!tellsOthers(key, format)) learned.learnKey(key);
    return true;
  }

  /** Starts the path of a tree's root. */
  private trace(tree: TapeTree, parts: RecordParts) {
    const { path, numbers } = this;
    parts.open(tree, 0);
    path.open(tree.root);
    const asked = new AskedTree(tree, path, (text) => numbers.textOf(text));
    return { asked, sink: new FoundSink(parts, { path, tree: asked, numbers }) };
  }

  private get isWhole(): boolean {
    return this.path.isWhole && !this.path.hasEmptyMessage;
  }
}

/** To learn a row takes longer than to read it. */
const PATIENCE = 64;
