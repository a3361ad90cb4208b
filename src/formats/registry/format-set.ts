import type { ChatColumns, ChatTable } from "../../json/tape/chat-table.ts";
import { outerKeysOf, profileOf } from "../../json/tape/outer-shape.ts";
import { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Tree } from "../../json/tree/tree.ts";
import { EVIDENCE, type Format } from "../format.ts";
import { claims, isCandidate, isClaimed } from "./claims.ts";
import { fitsItems, fitsItself, type HasKey, mayTellByMessages, ownKeys } from "./fits-keys.ts";
import type { KeyPattern } from "./key-pattern.ts";
import { signedColumns } from "./signed-columns.ts";
import { isTelling, tellsOthers } from "./telling-keys.ts";

/**
 * The possible formats of an input. Those with stronger evidence are tried first; no two formats with the
 * same evidence may claim the same records.
 */
export class FormatSet {
  /** In the order in which they are tried. */
  readonly all: readonly Format[];
  /** A cache of the candidates by outer shape of a record: rows have few shapes, and there are many rows. */
  private readonly byProfile = new Map<string, readonly Format[]>();
  private readonly byKeys = new Map<string, readonly PlainCandidate[]>();

  constructor(formats: Iterable<Format>) {
    const list = [...formats];
    this.all = EVIDENCE.flatMap((each) => list.filter(({ evidence }) => evidence === each));
  }

  /** The format with a name. */
  named(name: string): Format | undefined {
    return this.all.find((format) => format.name === name);
  }

  /** The format of an input by its first records; undefined if none is certain. */
  detect(head: readonly Tree[]): Format | undefined {
    const [only] = head;
    const closed = head.length === 1 && only instanceof TapeTree ? this.closed(only) : undefined;
    return closed?.format ?? this.firstClaiming(head);
  }

  private firstClaiming(head: readonly Tree[]): Format | undefined {
    return this.asked(head).find((format) => isClaimed(format, head));
  }

  /** The same if it is a format that an envelope shows, which are tried first. */
  enveloped(head: readonly Tree[]): Format | undefined {
    const isOf = (format: Format) => format.evidence === "envelope" && isClaimed(format, head);
    return this.asked(head).find(isOf);
  }

  /**
   * The format of a record whose messages hold only strings, calls and results, and thus no blocks to
   * recognize a format by: the first with a table of words, unless a format that is tried earlier claims the
   * record by its keys. Undefined if one does, or if that does not decide. No format searches the messages for this.
   */
  plain(record: TapeTree): Format | undefined {
    const closed = this.closed(record);
    return closed?.isNamed === false ? closed.format : undefined;
  }

  /** The same, or the earlier format that claims the record: no other may. */
  private closed(record: TapeTree): { format: Format; isNamed: boolean } | undefined {
    const { scanned } = record;
    if (scanned === undefined) return undefined;
    for (const { plain, named } of this.plainCandidates(record)) {
      const columns = plain.chat && signedColumns(scanned, plain.chat);
      if (columns === undefined || !columns.isClosed || columns.messages === 0) continue;
      if (columns.hasExtra && !isClaimed(plain, [record])) continue;
      const other = named.find(
        (format) => !isUnlike(format, plain, columns) && isClaimed(format, [record]),
      );
      return { format: other ?? plain, isNamed: other !== undefined };
    }
    return undefined;
  }

  /** The format of a record that is a conversation of its own. */
  conversation(record: Tree): Format | undefined {
    const closed = record instanceof TapeTree ? this.closed(record) : undefined;
    const isOf = (format: Format) => format.kindOf(record, record.root) === "conversation";
    if (closed !== undefined && (!closed.isNamed || isOf(closed.format))) return closed.format;
    return this.asked([record]).find((each) => isOf(each) && isClaimed(each, [record]));
  }

  /**
   * Whether a record is recognized by its own keys, so that every other closed record with these keys is of
   * the format too: each one, or only those with results. If the evidence is blocks, no other format with
   * blocks claims what this one reads.
   */
  isByKeys(record: TapeTree, format: Format): "each" | "with results" | undefined {
    const { chat, evidence } = format;
    if (chat === undefined) return this.isByItems(record, format) ? "with results" : undefined;
    if (!record.isObject(record.root) || outerKeysOf(record) === undefined) return undefined;
    const columns = record.scanned?.chat(chat);
    if (columns === undefined || !columns.isClosed || columns.messages === 0) return undefined;
    if (evidence !== "blocks") {
      const found = this.plainCandidates(record).find(({ plain }) => plain === format);
      // The kernel leaves records in which texts may be results.
      const named = found?.named.filter((each) => each.evidence !== "texts");
      if (named?.length === 0) return "each";
      return named?.every((each) => isUnlike(each, format, columns)) ? "with results" : undefined;
    }
    const stronger = this.all.slice(0, this.all.indexOf(format));
    const mayBeOther = claimTest(record, chat, ownKeys(record));
    return columns.count === 0 || stronger.some(mayBeOther) ? undefined : "with results";
  }

  /**
   * The same for a format that reads each message by itself, of records whose messages have no keys that tell other
   * formats: none with stronger evidence claims these.
   */
  private isByItems(record: TapeTree, format: Format): boolean {
    if (format.readItem === undefined) return false;
    const has = ownKeys(record);
    const mayHave = mayTellByMessages(record) ? (key: string) => !tellsOthers(key, format) : has;
    const mayFit = (pattern: KeyPattern) =>
      fitsItself(record, pattern, has) && (pattern.messages ?? []).every(mayHave);
    const stronger = EVIDENCE.slice(0, EVIDENCE.indexOf(format.evidence));
    return !this.all.some(({ evidence, keys }) => stronger.includes(evidence) && keys.some(mayFit));
  }

  /** The formats that claim records, in the order in which they are tried. */
  claiming(head: readonly Tree[]): readonly Format[] {
    return this.asked(head).filter((format) => isClaimed(format, head));
  }

  /** Whether a line without a message of `format` belongs to another program. */
  isOfAnother(format: Format, line: Tree): boolean {
    const found = this.detect([line]);
    return found?.evidence === "envelope" && found !== format && !claims(format, [line]);
  }

  /** The formats that records can be of, judged by their keys. */
  private asked(head: readonly Tree[]): readonly Format[] {
    const [only] = head;
    if (head.length === 1 && only !== undefined) return this.candidates(only);
    const lists = new Set(head.map((record) => this.candidates(record)));
    const [first] = lists;
    if (lists.size === 1 && first !== undefined) return first;
    const candidates = new Set([...lists].flat());
    return this.all.filter((format) => candidates.has(format));
  }

  private candidates(record: Tree): readonly Format[] {
    const profile = record instanceof TapeTree ? profileOf(record) : undefined;
    if (profile === undefined || profile.length > LONGEST_PROFILE) return this.fitting(record);
    const known = this.byProfile.get(profile);
    if (known !== undefined) return known;
    if (this.byProfile.size >= MAX_PROFILES) this.byProfile.clear();
    const candidates = this.fitting(record);
    this.byProfile.set(profile, candidates);
    return candidates;
  }

  /** The formats with a table that a record may be of, judged by its keys. */
  private plainCandidates(record: TapeTree): readonly PlainCandidate[] {
    const keys = record.isArray(record.root) ? profileOf(record) : outerKeysOf(record);
    if (keys === undefined || keys.length > LONGEST_PROFILE) return [];
    let known = this.byKeys.get(keys);
    if (known === undefined) {
      if (this.byKeys.size >= MAX_PROFILES) this.byKeys.clear();
      known = this.findPlain(record);
      this.byKeys.set(keys, known);
    }
    return known;
  }

  private findPlain(record: Tree): readonly PlainCandidate[] {
    const isArray = record.isArray(record.root);
    const has = ownKeys(record);
    const fitsKeys = ({ keys }: Format) => keys.some((pattern) => fitsItself(record, pattern, has));
    const formats = this.all.filter((each) => isArray || fitsKeys(each));
    return formats.flatMap((plain, at) => {
      // The keys first: to look at its table loads a format.
      if (plain.evidence === "blocks" || plain.evidence === "texts" || !fitsKeys(plain)) return [];
      if (plain.chat === undefined) return [];
      const mayBeIt = claimTest(record, plain.chat, has);
      return { plain, named: formats.slice(0, at).filter(mayBeIt) };
    });
  }

  private fitting(record: Tree): readonly Format[] {
    const has = ownKeys(record);
    return this.all.filter((format) => isCandidate(format, record, has));
  }
}

/**
 * Tells whether a format may claim a closed record by its keys. No message of such a record has a telling key that is
 * missing in the table, and no blocks that another format is recognised by.
 */
function claimTest(record: Tree, table: ChatTable, has: HasKey): (format: Format) => boolean {
  // An image's own key is none of messages.
  const ofMessages = table.keys.filter(([, use]) => use !== "image");
  const isArray = record.isArray(record.root);
  const known = new Set(ofMessages.map(([{ text }]) => text));
  const isOther = (key: string) => !known.has(key) && !isTelling(key);
  const mayHave = (key: string) =>
    known.has(key) || (isOther(key) && (!isArray || record.itemsMayHave(record.root, key)));
  const mayFit = (pattern: KeyPattern) =>
    isArray
      ? fitsItems(pattern, mayHave)
      : fitsItself(record, pattern, has) && (pattern.messages ?? []).every(mayHave);
  return ({ keys, evidence }) =>
    keys.some(
      (pattern) =>
        (evidence !== "blocks" || pattern.messages?.some(isOther) === true) && mayFit(pattern),
    );
}

/**
 * Whether a conversation that was read plainly as `found`, with these columns, is certainly not of a format.
 */
function isUnlike({ isWithoutTools }: Format, { chat }: Format, { count }: ChatColumns): boolean {
  return isWithoutTools === true && count > 0 && chat?.textCalls === undefined;
}

interface PlainCandidate {
  /** The formats that are tried earlier. */
  readonly named: readonly Format[];
  readonly plain: Format;
}

const MAX_PROFILES = 256;
const LONGEST_PROFILE = 4096;
