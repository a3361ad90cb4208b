import { fileChanged } from "../../base/errors.ts";
import { type Section, type Sections, STRIDE, type Tape } from "../tape/tape.ts";
import {
  type DocumentPart,
  type OpenContainer,
  type ScannedPart,
  scanPart,
} from "./document-part.ts";
import type { Kernel } from "./kernel.ts";
import { scanParts } from "./kernel-document.ts";

/** Tokens in memory at a time, in all sections together. */
const HELD_TOKENS = 256 * 1024;

/** The room for a section is a multiple of this many integers. */
const ROOM = 16 * 1024;

/** Returns the bytes `[start, end)` of a document, in pieces; can be called again for the same bytes. */
type Pieces = (start: number, end: number) => Iterable<Buffer>;

/**
 * Scans a document as `scanDocument` does, but keeps no tokens, only the scanner's state at the start of each
 * part: a part is scanned again when one of its tokens is needed. For parts of 256 KB that takes some hundred
 * bytes each.
 */
export function scanInSections(
  kernel: Kernel,
  pieces: Pieces,
  { start, end, partBytes, heldTokens = HELD_TOKENS }: StoreRange & Limits,
): Tape | undefined {
  const parts: SectionPart[] = [];
  let length = 0;
  let flags = 0;
  const take = ({ part, tokens, open, flags: found }: ScannedPart) => {
    flags |= found;
    if (tokens.length === 0) return;
    const opened = open.filter(({ index }) => index >= part.first);
    parts.push({ ...part, opened });
    length = part.first + tokens.length / STRIDE;
  };
  if (!scanParts(kernel, pieces(0, end), { start, partBytes, take })) return undefined;
  const there: Pieces = (from, to) => pieces(from, Math.min(to, end));
  const sections = new ScannedSections(kernel, there, { parts, heldTokens });
  return { ...sections.section(0), length, flags, sections };
}

/** The range of a store that holds the document. */
interface StoreRange {
  readonly start: number;
  readonly end: number;
}

interface Limits {
  readonly partBytes?: number;
  readonly heldTokens?: number;
}

interface SectionPart extends DocumentPart {
  /** The containers that begin in it and end in a later part. */
  readonly opened: readonly OpenContainer[];
}

class ScannedSections implements Sections {
  private readonly kernel: Kernel;
  private readonly pieces: Pieces;
  private readonly parts: readonly SectionPart[];
  /** Sections in memory, the most recently used last. */
  private readonly held = new Map<SectionPart, Section>();
  private tokens = 0;
  /** Buffers of evicted sections, for reuse. */
  private readonly spare: Int32Array[] = [];
  private readonly heldTokens: number;

  constructor(
    kernel: Kernel,
    pieces: Pieces,
    { parts, heldTokens }: { readonly parts: readonly SectionPart[]; readonly heldTokens: number },
  ) {
    this.kernel = kernel;
    this.pieces = pieces;
    this.parts = parts;
    this.heldTokens = heldTokens;
  }

  section(index: number): Section {
    const part = this.partOf(index);
    const held = this.held.get(part);
    if (held !== undefined) {
      this.held.delete(part);
      this.held.set(part, held);
      return held;
    }
    this.makeRoom();
    const section = { tokens: this.scanAgain(part), first: part.first };
    this.held.set(part, section);
    this.tokens += section.tokens.length / STRIDE;
    return section;
  }

  private partOf(index: number): SectionPart {
    let low = 0;
    let high = this.parts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.parts[middle] as SectionPart).first <= index) low = middle;
      else high = middle - 1;
    }
    return this.parts[low] as SectionPart;
  }

  private makeRoom(): void {
    for (const [oldest, { tokens }] of this.held) {
      if (this.tokens <= this.heldTokens) break;
      this.held.delete(oldest);
      this.tokens -= tokens.length / STRIDE;
      this.spare.push(new Int32Array(tokens.buffer));
    }
  }

  /** Copies tokens into the buffer of an evicted section, or into a new one. */
  private inRoom(tokens: Int32Array): Int32Array {
    const found = this.spare.findIndex(({ length }) => length >= tokens.length);
    const [room] = found < 0 ? [] : this.spare.splice(found, 1);
    const into = room ?? new Int32Array(Math.ceil(tokens.length / ROOM) * ROOM);
    into.set(tokens);
    return into.subarray(0, tokens.length);
  }

  private scanAgain(part: SectionPart): Int32Array {
    const { bytes, partStart } = this.kernel;
    let filled = partStart;
    for (const piece of this.pieces(part.offset, part.offset + part.length))
      filled += piece.copy(bytes, filled);
    // The last part includes a space that is not part of the document.
    if (filled < partStart + part.length) bytes[filled] = 0x20;
    const scanned = scanPart(this.kernel, partStart, part);
    if (scanned === undefined) throw fileChanged(); // It was JSON when it was first read.
    const tokens = this.inRoom(scanned.tokens);
    for (const { index, token } of part.opened) tokens.set(token, (index - part.first) * STRIDE);
    return tokens;
  }
}
