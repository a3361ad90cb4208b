import type { SignWords } from "../tape/chat-table.ts";
import {
  SESSION_LINES,
  SESSION_USES,
  SESSION_WORDS,
  type SessionTable,
} from "../tape/session-words.ts";
import { STRIDE, type Tape, WORD_SHIFT } from "../tape/tape.ts";
import { WORDS } from "../tree/key.ts";
import { LEARNED_WORDS } from "./learned-paths.ts";

/** The exports of session-ids.ts. */
export interface WordExports {
  beginIds(at: number, mostIds: number, textBytes: number): void;
  internId(from: number, length: number): number;
  readonly idCount: { readonly value: number };
  idAt(number: number): number;
  idLength(number: number): number;
  setClass(word: number, from: number, length: number, kind: number, value: number): void;
}

/** Bytes for the text of an id, on average; a UUID takes 17. */
const TEXT_BYTES = 24;

/** Bytes of classes, and of an entry, slots and a text for each id: see session-ids.ts. */
export function idBytes(mostIds: number): number {
  return 24 * 1024 + (mostIds + 1) * (16 + TEXT_BYTES) + 512;
}

/** The kinds of classes, as in session-ids.ts. */
const AS_KEY = 0;
const AS_LINE = 1;
const AS_WORD = 2;

/** Questions about words, the first of those that are not about rows alone. */
export const SIGN_OF = 32;
const SAYS_RESULT = 33;

/** The numbers are kept at `start`, in `idBytes`. */
interface WordPlaces {
  readonly tape: Tape;
  readonly start: number;
  readonly scratch: number;
}

type Signs = Pick<SignWords, "signOf" | "saysResult">;

const numbers = new Map<string, number>();

/** The number of a word; 0 for other texts. */
function numberOfWord(text: string): number {
  for (let number = numbers.size + 1; number < WORDS.length; number++)
    numbers.set(WORDS[number] ?? "", number);
  return numbers.get(text) ?? 0;
}

/** The part of the kernel that numbers short texts, and knows what some of them mean. */
export class KernelWords {
  private readonly exports: WordExports;
  private readonly bytes: Buffer;
  private readonly at: WordPlaces;
  /** The most texts that it has room for. */
  readonly room: number;
  /** How often the texts were forgotten. */
  cleared = 0;
  private mostIds: number;
  private signs: Signs | undefined;
  private table = LEARNED_WORDS;
  /** The number of words whose classes were written. */
  private written = 0;

  constructor(exports: WordExports, bytes: Buffer, at: WordPlaces & { readonly mostIds: number }) {
    this.exports = exports;
    this.bytes = bytes;
    this.at = at;
    this.room = at.mostIds;
    this.mostIds = at.mostIds;
  }

  /** Forgets all texts; from then on at most `mostIds` are numbered. */
  clear(mostIds: number): void {
    this.mostIds = mostIds;
    this.cleared++;
    this.exports.beginIds(this.at.start, mostIds, this.room * TEXT_BYTES);
  }

  /** Sets the words of a format, after `clear`; where lines or rows are learned, it has none. */
  begin(signs: Signs, table: SessionTable = LEARNED_WORDS): void {
    this.signs = signs;
    this.table = table;
    this.written = 0;
    this.update();
  }

  /** Sets the classes of words, if some were added. */
  update(): void {
    if (this.written === WORDS.length) return;
    this.written = WORDS.length;
    const { keys, lines, words } = this.table;
    for (const [key, use] of keys) this.setClass(key, AS_KEY, SESSION_USES.indexOf(use) + 1);
    for (const [type, kind] of lines) this.setClass(type, AS_LINE, SESSION_LINES.indexOf(kind) + 1);
    for (const [word, meaning] of words)
      this.setClass(word, AS_WORD, SESSION_WORDS.indexOf(meaning) + 1);
  }

  /** Notes that messages of rows may have a key. */
  learnKey(key: string): void {
    this.setClass(key, AS_LINE, 1);
  }

  private setClass(text: string, kind: number, value: number): void {
    const { scratch } = this.at;
    const length = this.bytes.write(text, scratch, "latin1");
    this.exports.setClass(numberOfWord(text), scratch, length, kind, value);
  }

  /** The number of a text in UTF-8, of 85 characters at most; negative if there is no room. */
  intern(text: string): number {
    const { scratch } = this.at;
    return this.exports.internId(scratch, this.bytes.write(text, scratch, "utf8"));
  }

  /** The number of an id of 85 bytes at most, as `intern` gives it. */
  internBytes({ bytes, length }: { bytes: Uint8Array; length: number }): number {
    const { scratch } = this.at;
    for (let k = 0; k < length; k++) this.bytes[scratch + k] = bytes[k] ?? 0;
    return this.exports.internId(scratch, length);
  }

  /** The number of texts. */
  get count(): number {
    return this.exports.idCount.value;
  }

  /** Whether no more ids can be numbered: then most lines are left to the format's reader. */
  get isFull(): boolean {
    return this.count === this.mostIds;
  }

  /** The text with a number. */
  text(number: number): string {
    const start = this.exports.idAt(number);
    return this.bytes.toString("utf8", start, start + this.exports.idLength(number));
  }

  /** Answers a question about a word on the tape; undefined for other questions. */
  answer(question: number, k: number): number | undefined {
    if (question === SIGN_OF) return this.signs?.signOf(this.word(k)) ?? 0;
    if (question === SAYS_RESULT) return Number(this.signs?.saysResult(this.word(k >> 3), k & 7));
    return undefined;
  }

  /** The text of a string without escapes. */
  private word(token: number): string {
    const { tokens } = this.at.tape;
    const at = token * STRIDE;
    const number = (tokens[at] ?? 0) >>> WORD_SHIFT;
    if (number !== 0) return WORDS[number] ?? "";
    return this.bytes.toString("latin1", (tokens[at + 1] ?? 0) + 1, (tokens[at + 2] ?? 0) - 1);
  }
}
