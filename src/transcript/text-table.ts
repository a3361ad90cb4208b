import { Column } from "./column.ts";
import { type Id, textOfId } from "./id.ts";
import { packUuid, UUID_BYTES, UUID_CHARS, unpackUuid } from "./uuid.ts";

/** Bytes of a block of texts. */
const BLOCK_BITS = 20;
const BLOCK_BYTES = 1 << BLOCK_BITS;

/** Slots of a table with few texts; a power of two. */
const FEWEST_SLOTS = 1024;

/** Longer texts are kept as they are. */
const LONGEST = 1024;

/** Bytes of all texts together that can be numbered: a place and a bit are a 32-bit integer. */
const MOST_BYTES = 2 ** 30;

/**
 * Numbers texts, each different one from 1 up, and gives them back. Ids are many and short: they are
 * kept as bytes, some ten more than they have characters (UUIDs, in half of their characters), where a
 * `Map` of strings would take 150.
 */
export class TextTable {
  private readonly blocks: Uint8Array[] = [];
  private filled = 0;
  /** For each number the place of its bytes, which end where the next begin, and whether it is packed. */
  private readonly places = new Column();
  /** Numbers by the hash of their texts, 0 for none; empty where they were given back. */
  private slots = new Int32Array(FEWEST_SLOTS);
  /** Texts with characters beyond Latin-1, and long ones. */
  private readonly others = new Map<string, number>();
  private readonly otherTexts = new Map<number, string>();
  /** Texts that came lately, and their numbers: most messages name the one before as their parent. */
  private readonly latest: (string | undefined)[] = Array.from({ length: 64 });
  private readonly latestNumbers = new Int32Array(64);
  /** The bytes of the text at hand. */
  private readonly bytes = Buffer.alloc(LONGEST);

  constructor() {
    this.places.push(0);
  }

  /** How many texts there are: the highest number. */
  get size(): number {
    return this.places.length - 1;
  }

  /** The number of a text; 0 for none. */
  numberOf(text: string | undefined): number {
    if (text === undefined) return 0;
    const place = (text.charCodeAt(text.length - 1) + 5 * text.charCodeAt(text.length - 2)) & 63;
    if (this.latest[place] === text) return this.latestNumbers[place] ?? 0;
    const number = this.find(text);
    this.latest[place] = text;
    this.latestNumbers[place] = number;
    return number;
  }

  private find(text: string): number {
    const packed = packUuid(text, this.bytes);
    const length = packed ? UUID_BYTES : latin1(text, this.bytes);
    if (length < 0 || this.filled + length > MOST_BYTES) return this.numberOfOther(text);
    return this.numberAtHand(length, packed ? 1 : 0);
  }

  /** The number of an id; 0 for none. */
  numberOfId(id: Id | undefined): number {
    if (typeof id !== "object") return this.numberOf(id);
    const { bytes, length } = id;
    const isOther = length === UUID_CHARS || this.filled + length > MOST_BYTES;
    if (isOther) return this.numberOf(textOfId(id));
    for (let k = 0; k < length; k++) this.bytes[k] = bytes[k] ?? 0;
    return this.numberAtHand(length, 0);
  }

  /** The number of the bytes at hand, which are numbered if they were not. */
  private numberAtHand(length: number, isPacked: number): number {
    if (this.slots.length === 0) this.findAgain(length);
    let slot = this.firstSlot(length, isPacked);
    for (let number = this.slots[slot] ?? 0; number !== 0; number = this.slots[slot] ?? 0) {
      if (this.isAtHand(number, length, isPacked)) return number;
      slot = (slot + 1) & (this.slots.length - 1);
    }
    const number = this.add(length, isPacked);
    this.slots[slot] = number;
    if (number * 4 > this.slots.length * 3) this.rehash(this.slots.length * 2);
    return number;
  }

  /** Gives back the room of what finds numbers; it is made again when a number is asked for. */
  forgetSlots(): void {
    this.slots = new Int32Array(0);
  }

  /** The text of a number; undefined for 0. */
  text(number: number): string | undefined {
    if (number === 0) return undefined;
    const other = this.otherTexts.size === 0 ? undefined : this.otherTexts.get(number);
    if (other !== undefined) return other;
    const length = this.take(number);
    return this.isPacked(number)
      ? unpackUuid(this.bytes)
      : this.bytes.toString("latin1", 0, length);
  }

  private numberOfOther(text: string): number {
    const known = this.others.get(text);
    if (known !== undefined) return known;
    const number = this.places.length;
    this.places.push(this.filled * 2);
    this.others.set(text, number);
    this.otherTexts.set(number, text);
    return number;
  }

  /** Adds the bytes at hand. */
  private add(length: number, isPacked: number): number {
    this.places.push(this.filled * 2 + isPacked);
    for (let k = 0; k < length; k++) {
      const at = this.filled++;
      if (at >> BLOCK_BITS === this.blocks.length) this.blocks.push(new Uint8Array(BLOCK_BYTES));
      (this.blocks[at >> BLOCK_BITS] as Uint8Array)[at & (BLOCK_BYTES - 1)] = this.bytes[k] ?? 0;
    }
    return this.places.length - 1;
  }

  private start(number: number): number {
    return number === this.places.length ? this.filled : this.places.at(number) >>> 1;
  }

  private isPacked(number: number): boolean {
    return (this.places.at(number) & 1) === 1;
  }

  private byte(at: number): number {
    return this.blocks[at >> BLOCK_BITS]?.[at & (BLOCK_BYTES - 1)] ?? 0;
  }

  /** Whether a number has the bytes at hand. */
  private isAtHand(number: number, length: number, isPacked: number): boolean {
    const start = this.start(number);
    if (this.start(number + 1) - start !== length) return false;
    if ((this.places.at(number) & 1) !== isPacked || this.otherTexts.has(number)) return false;
    for (let k = 0; k < length; k++) if (this.byte(start + k) !== this.bytes[k]) return false;
    return true;
  }

  /** Takes the bytes of a number to hand, and gives their length. */
  private take(number: number): number {
    const start = this.start(number);
    const length = this.start(number + 1) - start;
    for (let k = 0; k < length; k++) this.bytes[k] = this.byte(start + k);
    return length;
  }

  /** Where the number of the bytes at hand is looked for first. */
  private firstSlot(length: number, isPacked: number): number {
    let hash = 0x811c9dc5 ^ isPacked; // FNV-1a
    for (let k = 0; k < length; k++) hash = Math.imul(hash ^ (this.bytes[k] ?? 0), 0x01000193);
    return (hash ^ (hash >>> 15)) & (this.slots.length - 1);
  }

  /** Makes the slots again that were given back; the bytes at hand stay. */
  private findAgain(length: number): void {
    const atHand = Buffer.from(this.bytes.subarray(0, length));
    let slots = FEWEST_SLOTS;
    while (this.size * 4 > slots * 3) slots *= 2;
    this.rehash(slots);
    atHand.copy(this.bytes);
  }

  private rehash(length: number): void {
    this.slots = new Int32Array(length);
    const mask = this.slots.length - 1;
    for (let number = 1; number < this.places.length; number++) {
      if (this.otherTexts.has(number)) continue;
      let slot = this.firstSlot(this.take(number), this.isPacked(number) ? 1 : 0);
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number;
    }
  }
}

/** Writes a text in Latin-1, and gives its length; -1 if it is too long or has other characters. */
function latin1(text: string, into: Buffer): number {
  const { length } = text;
  if (length > LONGEST) return -1;
  for (let k = 0; k < length; k++) {
    const code = text.charCodeAt(k);
    if (code > 0xff) return -1;
    into[k] = code;
  }
  return length;
}
