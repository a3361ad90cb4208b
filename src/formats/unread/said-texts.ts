import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Node } from "../../json/tree/tree.ts";
import type { ReadTrace } from "./read-trace.ts";

/**
 * The texts among long ones that are repeated in something said or called. Of each text the first bytes of its longest
 * run without escapes are looked for, since a copy in JSON has more escapes; of all texts at once.
 */
export function saidAmong(
  tree: TapeTree,
  trace: Pick<ReadTrace, "saidNodes">,
  texts: readonly Node[],
): ReadonlySet<Node> {
  const said = new Set<Node>();
  const heads = new Map<string, Node[]>();
  for (const text of texts) {
    const head = headOf(tree, text);
    const same = heads.get(head);
    if (same === undefined) heads.set(head, [text]);
    else same.push(text);
  }
  for (const length of LENGTHS) {
    const wanted = new WantedHeads([...heads.keys()].filter((head) => head.length === length));
    for (const node of wanted.isEmpty ? [] : trace.saidNodes())
      for (const head of wanted.in(tree.subarray(tree.start(node), tree.end(node))))
        for (const text of heads.get(head) ?? []) said.add(text);
  }
  return said;
}

/** Bytes that two texts share only if one is a copy: fewer for a text without a run of the first length. */
const LENGTHS = [64, 24] as const;
const [LONGEST, SHORTEST] = LENGTHS;

function headOf(tree: TapeTree, text: Node): string {
  const start = tree.start(text) + 1;
  const bytes = tree.subarray(start, Math.min(start + SEARCHED, tree.end(text))).toString("latin1");
  const runs = bytes.split(/[^ -!#-[\]-~\x80-\xff]+/);
  const run = runs.reduce((longest, each) => (each.length > longest.length ? each : longest), "");
  // A text full of escapes is compared as it is.
  const words = run.length >= SHORTEST ? run : bytes;
  return words.slice(0, words.length >= LONGEST ? LONGEST : SHORTEST);
}

/** Bytes of a text in which words are looked for. */
const SEARCHED = 16_384;

/** Finds texts of one length in bytes, each once, by a hash that moves along with them (Rabin and Karp). */
class WantedHeads {
  private readonly byHash = new Map<number, Set<string>>();
  /** By the highest bits of a hash: whether a text may have it. */
  private readonly may: Uint8Array;
  private readonly shift: number;
  private readonly length: number;
  /** The factor of the byte that leaves the hash. */
  private readonly power: number;

  constructor(heads: readonly string[]) {
    this.length = heads[0]?.length ?? 0;
    this.shift = Math.max(0, Math.clz32(heads.length * SPARSE));
    this.may = new Uint8Array(2 ** (32 - this.shift));
    let power = 1;
    for (let k = 0; k < this.length; k++) power = Math.imul(power, BASE);
    this.power = power;
    for (const head of heads) {
      const hash = hashOf(Buffer.from(head, "latin1"), this.length);
      this.byHash.set(hash, (this.byHash.get(hash) ?? new Set()).add(head));
      this.may[this.slotOf(hash)] = 1;
    }
  }

  get isEmpty(): boolean {
    return this.byHash.size === 0;
  }

  /** The wanted heads in a text, without those in earlier texts. */
  *in(bytes: Buffer): Iterable<string> {
    const { length, power, may, byHash } = this;
    if (bytes.length < length) return;
    let hash = hashOf(bytes, length);
    for (let end = length; ; end++) {
      if (may[this.slotOf(hash)] === 1) {
        const heads = byHash.get(hash);
        const text = heads && bytes.toString("latin1", end - length, end);
        if (text !== undefined && heads?.delete(text)) yield text;
      }
      if (end === bytes.length) return;
      const moved = Math.imul(hash, BASE) + (bytes[end] ?? 0);
      hash = (moved - Math.imul(bytes[end - length] ?? 0, power)) | 0;
    }
  }

  private slotOf(hash: number): number {
    return Math.imul(hash, SPREAD) >>> this.shift;
  }
}

function hashOf(bytes: Buffer, length: number): number {
  let hash = 0;
  for (let k = 0; k < length; k++) hash = (Math.imul(hash, BASE) + (bytes[k] ?? 0)) | 0;
  return hash;
}

const BASE = 0x01000193;
const SPREAD = 0x9e3779b1;
/** Slots for each text. */
const SPARSE = 16;
