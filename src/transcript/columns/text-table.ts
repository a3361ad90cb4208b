import { type Id, IdBytes } from "../model/id.ts";
import { packUuid, packUuidBytes, UUID_BYTES, UUID_CHARS, unpackUuid } from "../model/uuid.ts";
import { Column } from "./column.ts";
import { Stretches } from "./stretches.ts";

/** Bytes of a block of texts. */
const BLOCK_BYTES = 2 ** 13;

/** Slots of a table with few texts; a power of two. */
const FEWEST_SLOTS = 64;

/** The size of the cache of recent texts; a power of two. */
const LATEST = 64;

/** Longer texts are kept as strings. */
const LONGEST = 1024;

/** The bytes of the current text, shared by all tables. */
const current = new Uint8Array(LONGEST);

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Numbers texts, and gives them back; 0 is the number of none. */
export interface NumberedTexts {
  /** The highest number. */
  readonly size: number;
  numberOf(text: string | undefined): number;
  numberOfId(id: Id | undefined): number;
  text(number: number): string | undefined;
}

/**
 * Numbers texts, each different one from 1 up, and gives them back. Ids are many and short: they are kept as
 * bytes, with an overhead of about eight (UUIDs in half as many bytes as characters), where a `Map` of strings
 * would take 150.
 */
export class TextTable implements NumberedTexts {
  private readonly blocks: Uint8Array[] = [];
  /** The place of each number's bytes, and whether they are packed. */
  private readonly places = new Stretches();
  private readonly packed = new Column();
  /** Numbers by the hash of their texts, 0 for none; empty after it was freed. */
  private slots = new Int32Array(FEWEST_SLOTS);
  /** Texts with half a surrogate pair, and long ones. */
  private readonly others = new Map<string, number>();
  private readonly otherTexts = new Map<number, string>();
  /** A cache of recent texts and their numbers: most messages name the previous one as their parent. */
  private readonly latest: (string | undefined)[] = [];
  private readonly latestNumbers = new Int32Array(LATEST);
  private readonly latestIds: (IdBytes | undefined)[] = [];
  private readonly latestIdNumbers = new Int32Array(LATEST);

  constructor() {
    this.number(0, 0);
  }

  /** How many texts there are: the highest number. */
  get size(): number {
    return this.places.count - 1;
  }

  /** The number of a text; 0 for none. */
  numberOf(text: string | undefined): number {
    if (text === undefined) return 0;
    const place = placeOf(text);
    if (this.latest[place] === text) return this.latestNumbers[place] ?? 0;
    const number = this.numberIn(text);
    this.latest[place] = text;
    this.latestNumbers[place] = number;
    return number;
  }

  private numberIn(text: string): number {
    const packed = packUuid(text, current);
    const length = packed ? UUID_BYTES : utf8(text, current);
    if (length < 0) return this.numberOfOther(text);
    return this.numberOfCurrent(length, packed ? 1 : 0);
  }

  /** The number of an id; 0 for none. */
  numberOfId(id: Id | undefined): number {
    if (typeof id !== "object") return this.numberOf(id);
    // Most ids occur again in the next lines: as a parent, a reply id or the id of an answered call.
    const { length } = id;
    const place = ((id.bytes[length - 1] ?? 0) + 5 * (id.bytes[length - 2] ?? 0)) & (LATEST - 1);
    const latest = this.latestIds[place];
    if (latest?.is(id)) return this.latestIdNumbers[place] ?? 0;
    const number = this.numberOfBytes(id);
    const held = latest ?? new IdBytes();
    this.latestIds[place] = held;
    held.copy(id);
    this.latestIdNumbers[place] = number;
    return number;
  }

  private numberOfBytes({ bytes, length }: IdBytes): number {
    if (length === UUID_CHARS && packUuidBytes(bytes, current))
      return this.numberOfCurrent(UUID_BYTES, 1);
    for (let k = 0; k < length; k++) current[k] = bytes[k] ?? 0;
    return this.numberOfCurrent(length, 0);
  }

  /** The number of the current text, a new one if needed. */
  private numberOfCurrent(length: number, isPacked: number): number {
    const slot = this.slotOf(length, isPacked);
    const known = this.slots[slot] ?? 0;
    if (known !== 0) return known;
    const number = this.add(length, isPacked);
    this.slots[slot] = number;
    if (number * 2 > this.slots.length) this.rehash(this.slots.length * 4);
    return number;
  }

  /** The slot of the current text, or the free slot for it. */
  private slotOf(length: number, isPacked: number): number {
    if (this.slots.length === 0) this.rebuildSlots(length);
    let slot = this.firstSlot(length, isPacked);
    for (let number = this.slots[slot] ?? 0; number !== 0; number = this.slots[slot] ?? 0) {
      if (this.isCurrent(number, length, isPacked)) break;
      slot = (slot + 1) & (this.slots.length - 1);
    }
    return slot;
  }

  /** Frees the index from texts to numbers; it is rebuilt at the next lookup. */
  releaseIndex(): void {
    this.slots = new Int32Array(0);
  }

  /** The text of a number; undefined for 0. */
  text(number: number): string | undefined {
    if (number === 0) return undefined;
    const other = this.otherTexts.size === 0 ? undefined : this.otherTexts.get(number);
    if (other !== undefined) return other;
    const length = this.take(number, this.places.start(number));
    return this.isPacked(number)
      ? unpackUuid(current)
      : decoder.decode(current.subarray(0, length));
  }

  private numberOfOther(text: string): number {
    const known = this.others.get(text);
    if (known !== undefined) return known;
    const number = this.number(0, 0);
    this.others.set(text, number);
    this.otherTexts.set(number, text);
    return number;
  }

  /** Adds the current text. */
  private add(length: number, isPacked: number): number {
    const start = this.places.end;
    for (let k = 0; k < length; k++) {
      const block = Math.floor((start + k) / BLOCK_BYTES);
      if (block === this.blocks.length) this.blocks.push(new Uint8Array(BLOCK_BYTES));
      (this.blocks[block] as Uint8Array)[(start + k) % BLOCK_BYTES] = current[k] ?? 0;
    }
    return this.number(length, isPacked);
  }

  /** The next number, whose bytes come after those of the one before. */
  private number(length: number, isPacked: number): number {
    this.packed.push(isPacked);
    return this.places.add(length);
  }

  private isPacked(number: number): boolean {
    return this.packed.at(number) === 1;
  }

  private byte(at: number): number {
    return this.blocks[Math.floor(at / BLOCK_BYTES)]?.[at % BLOCK_BYTES] ?? 0;
  }

  /** Whether a number is that of the current text. */
  private isCurrent(number: number, length: number, isPacked: number): boolean {
    if (this.places.length(number) !== length) return false;
    if (this.packed.at(number) !== isPacked || this.otherTexts.has(number)) return false;
    const start = this.places.start(number);
    const at = start % BLOCK_BYTES;
    const block = this.blocks[Math.floor(start / BLOCK_BYTES)];
    if (block !== undefined && at + length <= BLOCK_BYTES) {
      // From the end, where ids differ.
      for (let k = length - 1; k >= 0; k--) if (block[at + k] !== current[k]) return false;
      return true;
    }
    for (let k = 0; k < length; k++) if (this.byte(start + k) !== current[k]) return false;
    return true;
  }

  /** Copies the bytes of a number, which begin at `start`, to `current`; returns their length. */
  private take(number: number, start: number): number {
    const length = this.places.length(number);
    for (let k = 0; k < length; k++) current[k] = this.byte(start + k);
    return length;
  }

  /** The first slot to search for the current text. */
  private firstSlot(length: number, isPacked: number): number {
    let hash = 0x811c9dc5 ^ isPacked; // FNV-1a
    for (let k = 0; k < length; k++) hash = Math.imul(hash ^ (current[k] ?? 0), 0x01000193);
    return (hash ^ (hash >>> 15)) & (this.slots.length - 1);
  }

  /** Rebuilds freed slots; the current text is preserved. */
  private rebuildSlots(length: number): void {
    const before = current.slice(0, length);
    let slots = FEWEST_SLOTS;
    while (this.size * 2 > slots) slots *= 2;
    this.rehash(slots);
    current.set(before);
  }

  private rehash(length: number): void {
    this.slots = new Int32Array(length);
    const mask = this.slots.length - 1;
    let start = this.places.start(1);
    for (let number = 1; number < this.places.count; number++) {
      const length = this.take(number, start);
      start += length;
      if (this.otherTexts.has(number)) continue;
      let slot = this.firstSlot(length, this.isPacked(number) ? 1 : 0);
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number;
    }
  }
}

/** The place of a text in the cache: by its end, where ids differ. */
function placeOf(text: string): number {
  const { length } = text;
  return (text.charCodeAt(length - 1) + 5 * text.charCodeAt(length - 2)) & (LATEST - 1);
}

/** Writes a text in UTF-8, and returns its length; -1 if it is too long, or has a lone surrogate. */
function utf8(text: string, into: Uint8Array): number {
  const { length } = text;
  if (length > LONGEST) return -1;
  for (let k = 0; k < length; k++) {
    const code = text.charCodeAt(k);
    if (code > 0x7f)
      return length * 3 > LONGEST || HALF_PAIR.test(text)
        ? -1
        : encoder.encodeInto(text, into).written;
    into[k] = code;
  }
  return length;
}

const HALF_PAIR = /[\ud800-\udfff]/u;
