import type { ChatColumns, ChatTable } from "../json/tape/chat-table.ts";
import { outerKeysOf, profileOf } from "../json/tape/outer-shape.ts";
import { TapeTree } from "../json/tape/tape-tree.ts";
import type { Tree } from "../json/tree/tree.ts";
import { claims, isCandidate, isClaimed } from "./claims.ts";
import { fitsItself } from "./fits-keys.ts";
import { EVIDENCE, type Format } from "./format.ts";

/**
 * The formats that an input can be of. Those with stronger evidence are asked first; of formats with the same
 * evidence no two may claim the same records.
 */
export class FormatSet {
  /** In the order in which they are asked. */
  readonly all: readonly Format[];
  /** The candidates for records of the same outer shape: rows have few, and there are many rows. */
  private readonly byProfile = new Map<string, readonly Format[]>();
  private readonly byKeys = new Map<string, readonly PlainCandidate[]>();

  constructor(formats: Iterable<Format>) {
    const rank = ({ evidence }: Format) => EVIDENCE.indexOf(evidence);
    this.all = [...formats].sort((a, b) => rank(a) - rank(b));
  }

  /** The format of a name. */
  named(name: string): Format | undefined {
    return this.all.find((format) => format.name === name);
  }

  /** The format of an input by its first records, or undefined where none is certain. */
  detect(head: readonly Tree[]): Format | undefined {
    const [only] = head;
    const plain = head.length === 1 && only instanceof TapeTree ? this.plain(only) : undefined;
    return plain ?? this.asked(head).find((format) => isClaimed(format, head));
  }

  /**
   * The format of a record that is a conversation whose messages hold nothing but strings, calls and results, and
   * thus no blocks to tell a format by: the first whose words are in a table, unless one that comes before claims
   * it by its keys. Undefined where that does not tell. No format looks through the messages for it.
   */
  plain(record: TapeTree): Format | undefined {
    for (const { plain, named } of this.plainCandidates(record)) {
      const columns = plain.chat && record.chat(plain.chat);
      if (columns === undefined || !columns.isClosed || columns.messages === 0) continue;
      const isNamed = named.some(
        (format) => !isUnlike(format, plain, columns) && isClaimed(format, [record]),
      );
      return isNamed ? undefined : plain;
    }
    return undefined;
  }

  /**
   * Whether a record is of a format by its own keys, so that it holds for any other with these that is closed: for
   * each, or for those that have results. Where blocks are the evidence, no other format with blocks claims what this
   * one reads.
   */
  isByKeys(record: TapeTree, format: Format): "each" | "with results" | undefined {
    const { chat, evidence } = format;
    const keys = outerKeysOf(record);
    if (chat === undefined || keys === undefined) return undefined;
    const columns = record.chat(chat);
    if (columns === undefined || !columns.isClosed || columns.messages === 0) return undefined;
    if (evidence !== "blocks") {
      const found = this.plainCandidates(record).find(({ plain }) => plain === format);
      if (found?.named.length === 0) return "each";
      return found?.named.every((each) => isUnlike(each, format, columns))
        ? "with results"
        : undefined;
    }
    const stronger = this.all.slice(0, this.all.indexOf(format));
    const mayBeOther = (each: Format) => each.evidence !== "blocks" && mayClaim(each, record, chat);
    return columns.count === 0 || stronger.some(mayBeOther) ? undefined : "with results";
  }

  /** The formats that claim records, in the order in which they are asked. */
  claiming(head: readonly Tree[]): readonly Format[] {
    return this.asked(head).filter((format) => isClaimed(format, head));
  }

  /** Whether a line, in which `format` finds no message, is one of another program's. */
  isOfAnother(format: Format, line: Tree): boolean {
    const found = this.detect([line]);
    return found?.evidence === "envelope" && found !== format && !claims(format, [line]);
  }

  /** The formats that records can be of by their keys. */
  private asked(head: readonly Tree[]): readonly Format[] {
    const [only] = head;
    if (head.length === 1 && only !== undefined) return this.candidates(only);
    const candidates = new Set(head.flatMap((record) => this.candidates(record)));
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

  /** The formats with a table that a record may be of, by its keys. */
  private plainCandidates(record: TapeTree): readonly PlainCandidate[] {
    const keys = outerKeysOf(record);
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
    const formats = this.all.filter(
      ({ evidence, keys }) =>
        evidence !== "blocks" && keys.some((pattern) => fitsItself(record, pattern)),
    );
    return formats.flatMap((plain, at) => {
      const { chat } = plain;
      if (chat === undefined) return [];
      return { plain, named: formats.slice(0, at).filter((each) => mayClaim(each, record, chat)) };
    });
  }

  private fitting(record: Tree): readonly Format[] {
    return this.all.filter((format) => isCandidate(format, record));
  }
}

/** Whether a format may claim a record by its keys; of its messages none has a key that is not in the table. */
function mayClaim({ keys }: Format, record: Tree, table: ChatTable): boolean {
  const known = new Set(table.keys.map(([{ text }]) => text));
  return keys.some(
    (pattern) =>
      fitsItself(record, pattern) && (pattern.messages ?? []).every((key) => known.has(key)),
  );
}

/** Whether a conversation that is plainly one of `found`, with these columns, is certainly not of a format. */
function isUnlike({ isWithoutTools }: Format, { chat }: Format, { count }: ChatColumns): boolean {
  return isWithoutTools === true && count > 0 && chat?.textCalls === undefined;
}

interface PlainCandidate {
  /** The formats that are asked before. */
  readonly named: readonly Format[];
  readonly plain: Format;
}

const MAX_PROFILES = 256;
const LONGEST_PROFILE = 4096;
