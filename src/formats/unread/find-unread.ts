import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Node } from "../../json/tree/tree.ts";
import { NodeList } from "./node-list.ts";
import type { ReadTrace } from "./read-trace.ts";
import {
  CALL_ID_SIGN,
  KIND_SIGN,
  NO_SIGN,
  RESULT,
  resultSigns,
  saysResult,
  signOf,
  signOfKey,
} from "./result-signs.ts";
import { unreadSiblings } from "./unread-siblings.ts";
import { unreadTexts } from "./unread-texts.ts";

/** A tree, and the trace of what a format read. */
interface Looked {
  readonly tree: TapeTree;
  readonly trace: ReadTrace;
}

/** Tool results in a record that its format did not read. */
export interface UnreadResults {
  readonly count: number;
  /** The object that is or contains the first of them, and the word that shows it. */
  readonly node: Node;
  readonly word: string;
}

/**
 * Searches a tree for signs of tool results where its format found none. Undefined if everything was read.
 */
export function findUnread({ tree, trace }: Looked): UnreadResults | undefined {
  SEARCH.begin(tree, trace);
  tree.eachKey(resultSigns(), SEARCH.visit);
  if (trace.hollowCount > 0) SEARCH.visitHollow();
  return SEARCH.end();
}

/** Reused for every record, one search at a time. */
class Search {
  private tree: TapeTree | undefined;
  private trace: ReadTrace | undefined;
  private unread: UnreadResults | undefined;
  private doneUntil = -1;
  private readonly found = new NodeList();

  begin(tree: TapeTree, trace: ReadTrace): void {
    this.tree = tree;
    this.trace = trace;
    this.unread = undefined;
    this.doneUntil = -1;
    this.found.clear();
  }

  end(): UnreadResults | undefined {
    this.tree = undefined;
    this.trace = undefined;
    return this.unread;
  }

  /** Looks at a key of an object. */
  readonly visit = (key: Node, word: number, object: Node): void => {
    const { tree, trace } = this;
    if (tree === undefined || trace === undefined) return;
    const sign = signOf(tree, key, word);
    if (sign === NO_SIGN || key < this.doneUntil) return;
    const value = key + 1;
    if (sign !== RESULT && !tree.isString(value)) return;
    if (sign >= KIND_SIGN && !saysResult(tree, value, sign)) return;
    const end = tree.endOf(object);
    if (trace.hasResultIn(object, end)) return;
    const isId = sign === CALL_ID_SIGN;
    if (isId && trace.hasCallIn(object, end)) return;
    const isLong = isId && trace.isInToolUnit(object);
    const skips = isId ? saysAboutCall : saysAbout;
    const place = sign === RESULT ? value : object;
    if (findText(tree, place, { trace, isLong, isSure: !isId, skips }) === undefined) return;
    this.add(object, tree.text(sign >= KIND_SIGN ? value : key));
    this.doneUntil = end;
  };

  /** Visits messages with results whose text was not found. */
  visitHollow(): void {
    const { tree, trace } = this;
    if (tree === undefined || trace === undefined) return;
    for (const unit of trace.hollowUnits) {
      if (this.found.hasIn(unit, tree.endOf(unit))) continue;
      const text = findText(tree, unit, { trace, isLong: true });
      if (text !== undefined) this.add(unit, text.key);
    }
  }

  private add(node: Node, word: string): void {
    const { count, ...first } = this.unread ?? { count: 0, node, word };
    this.unread = { ...first, count: count + 1 };
    this.found.add(node);
  }
}

const SEARCH = new Search();

/** The messages of a record with text of which the format read nothing. */
export function findEmpty(looked: Looked): UnreadResults | undefined {
  let unread: UnreadResults | undefined;
  for (const first of emptyMessages(looked))
    unread = { ...(unread ?? first), count: (unread?.count ?? 0) + 1 };
  return unread;
}

/** Values with text that a format does not know, in messages and results of which it read the rest. */
export function unknownValues({ tree, trace }: Looked): readonly Node[] {
  const siblings = unreadSiblings(tree, trace);
  const texts = unreadTexts(tree, trace);
  if (trace.unknown.length === 0 && siblings.length === 0) return texts;
  const values = [...new Set([...trace.unknown, ...siblings])].filter(
    (node) => findText(tree, node, { trace: undefined, isLong: true }) !== undefined,
  );
  return [...values, ...texts];
}

/** The messages that `findEmpty` counts, one by one. */
export function* emptyMessages({ tree, trace }: Looked): Iterable<UnreadResults> {
  if (!trace.hasEmptyUnits) return;
  for (const node of trace.emptyUnits()) {
    const text = findText(tree, node, { trace, isLong: true });
    if (text !== undefined) yield { count: 1, node, word: text.key };
  }
}

/**
 * The first unread text in a value that could be a result, rather than an id, a name or a time. `isLong`
 * requires more than a word or two, for when there is no other sign; with a sure sign, a text that was read
 * as something said counts as unread.
 */
function findText(
  tree: TapeTree,
  node: Node,
  about: {
    /** Undefined: whatever was read. */
    readonly trace: ReadTrace | undefined;
    readonly isLong: boolean;
    readonly isSure?: boolean;
    /** Keys whose values are not searched. */
    readonly skips?: (key: string) => boolean;
    readonly key?: string;
  },
  depth = 0,
): { readonly key: string } | undefined {
  const { trace, isLong, isSure = false, skips = saysAbout, key = "" } = about;
  const wasRead = isSure ? trace?.isReadOfTools(node) : trace?.isRead(node);
  if (tree.isString(node)) {
    const chars = tree.chars(node);
    if (chars === 0 || (isLong && chars < LONG) || wasRead) return undefined;
    const head = tree.head(node, HEAD);
    return TIME.test(head) || (isLong && !/\s/.test(head)) ? undefined : { key };
  }
  const isArray = tree.isArray(node);
  if ((!isArray && !tree.isObject(node)) || depth > DEEPEST || wasRead) return undefined;
  const keys = isArray ? [] : tree.keys(node);
  for (const [at, item] of tree.items(node).entries()) {
    const own = keys[at] ?? key;
    const found = skips(own) ? undefined : findText(tree, item, { ...about, key: own }, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether the value of a key only says something about a result. */
function saysAbout(key: string): boolean {
  return ABOUT.test(key);
}

/**
 * The sign that a key can be, as the kernel has it: with a bit more if its value only says something about a result,
 * and one if it is the arguments of a call.
 */
export function signInKernel(key: string): number {
  return signOfKey(key) | (saysAbout(key) ? 8 : 0) | (ARGUMENTS.has(key) ? 16 : 0);
}

/** Whether the value of a key says something about a call, or about its result. */
function saysAboutCall(key: string): boolean {
  return ARGUMENTS.has(key) || saysAbout(key);
}

const ARGUMENTS: ReadonlySet<string> = new Set(["arguments", "args", "input", "parameters"]);

/** Chars that make a text long. */
const LONG = 16;

/** A text that is more than an id or a word has a space within this many chars. */
const HEAD = 256;

const DEEPEST = 32;

const TIME = /^\d{4}-\d\d-\d\dT/;

const ABOUT =
  /(?:^|_)(?:ids?|type|kind|role|from|name|status|time|ts|timestamp|created_at|model|version|cwd)$|(?:Ids?|IDs?|Name|At)$|[Uu]uid|UUID/;
