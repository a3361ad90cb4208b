import { TapeTree } from "../json/tape/tape-tree.ts";
import type { Tree } from "../json/tree/tree.ts";
import { fits, mayFit } from "./fits-keys.ts";
import { EVIDENCE, type Format } from "./format.ts";

/**
 * The formats that an input can be of. Those with stronger evidence are asked first; of formats with the same
 * evidence no two may claim the same records.
 */
export class FormatSet {
  /** In the order in which they are asked. */
  readonly all: readonly Format[];
  /** The candidates for records of the same outer shape: rows have few, and there are many rows. */
  private readonly byProfile = new Map<string, Candidates>();

  constructor(formats: Iterable<Format>) {
    const rank = ({ evidence }: Format) => EVIDENCE.indexOf(evidence);
    this.all = [...formats].sort((a, b) => rank(a) - rank(b));
  }

  /** The format of an input by its first records, or undefined where none is certain. */
  detect(head: readonly Tree[]): Format | undefined {
    const [only] = head;
    if (head.length !== 1 || only === undefined)
      return this.asked(head).find((format) => isClaimed(format, head));
    const { formats, named, plain } = this.candidates(only);
    if (
      plain?.chat === undefined ||
      !(only instanceof TapeTree) ||
      !only.chat(plain.chat)?.isClosed
    )
      return formats.find((format) => isClaimed(format, head));
    return named.find((format) => isClaimed(format, head)) ?? plain;
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
    if (head.length === 1 && only !== undefined) return this.candidates(only).formats;
    return this.all.filter((format) => head.some((record) => isCandidate(format, record)));
  }

  private candidates(record: Tree): Candidates {
    const profile = record instanceof TapeTree ? record.profile : undefined;
    if (profile === undefined || profile.length > LONGEST_PROFILE)
      return { formats: this.fitting(record), named: [], plain: undefined };
    const known = this.byProfile.get(profile);
    if (known !== undefined) return known;
    if (this.byProfile.size >= MAX_PROFILES) this.byProfile.clear();
    const formats = this.fitting(record);
    const withoutBlocks = formats.filter(({ evidence }) => evidence !== "blocks");
    const at = withoutBlocks.findIndex(({ chat }) => chat !== undefined);
    const candidates = { formats, named: withoutBlocks.slice(0, at), plain: withoutBlocks[at] };
    this.byProfile.set(profile, candidates);
    return candidates;
  }

  private fitting(record: Tree): readonly Format[] {
    return this.all.filter((format) => isCandidate(format, record));
  }
}

interface Candidates {
  readonly formats: readonly Format[];
  /**
   * The one that a record is of whose messages hold nothing but strings, calls and results, and thus no blocks to
   * tell a format by: the first whose words are in a table, unless one of the `named` claims it by its keys.
   */
  readonly named: readonly Format[];
  readonly plain: Format | undefined;
}

/** Whether records, the first of an input, are of a format. */
export function claims(format: Format, head: readonly Tree[]): boolean {
  return head.some((record) => isCandidate(format, record)) && isClaimed(format, head);
}

function isCandidate({ keys }: Format, record: Tree): boolean {
  return keys.some((pattern) => mayFit(record, pattern));
}

/** The same where the keys of a record fit. */
function isClaimed({ keys, detect }: Format, head: readonly Tree[]): boolean {
  if (detect !== undefined) return detect(head);
  return head.some((record) => keys.some((pattern) => fits(record, pattern)));
}

const MAX_PROFILES = 256;
const LONGEST_PROFILE = 4096;
