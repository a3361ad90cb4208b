import { REF_DIGITS } from "../../base/digest.ts";
import { readLog } from "../log/log.ts";
import { linesIn } from "../log/log-lines.ts";

/** The digests in an archive, and whether each is to be kept: by their first 48 bits. */
export class KeptDigests {
  private readonly known = new Set<number>();
  private readonly kept = new Set<number>();

  know(digest: string): void {
    this.known.add(shortened(digest));
  }

  keep(digits: string): void {
    const short = shortened(digits);
    if (this.known.has(short)) this.kept.add(short);
  }

  /** Whether a digest is kept; true for an empty one, of an unknown line. */
  has(digest: string): boolean {
    return digest === "" || this.kept.has(shortened(digest));
  }

  get size(): number {
    return this.kept.size;
  }
}

function shortened(digits: string): number {
  return Number.parseInt(digits.slice(0, REF_DIGITS), 16);
}

/** Keeps the entries that kept entries refer to, transitively. */
export function keepNamed(log: number, kept: KeptDigests): void {
  for (let before = -1; before !== kept.size; ) {
    before = kept.size;
    for (const { digest, line } of entriesOf(log)) {
      if (!kept.has(digest)) continue;
      for (const [named] of line.toString("latin1").matchAll(/[0-9a-f]{64}/g)) kept.keep(named);
    }
  }
}

const LINE_START = /^\{"kind":"[a-z]+","digest":"([0-9a-f]{64})"/;
const LINE_START_BYTES = 120;

/** The digest of a line; empty if it is no entry. */
export function digestOf(line: Buffer): string {
  return LINE_START.exec(line.toString("latin1", 0, LINE_START_BYTES))?.[1] ?? "";
}

/** The entries of a log, with the times of their members. */
export function* entriesOf(log: number) {
  for (const part of readLog(log)) {
    if (part.kind !== "member") continue;
    for (const line of linesIn(part)) yield { line, digest: digestOf(line), time: part.time };
  }
}
