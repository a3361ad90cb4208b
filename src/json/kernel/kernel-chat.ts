import {
  CHAT_SUMS,
  type ChatColumns,
  type ChatTable,
  type LinesToRead,
  MOST_TOOLS,
  RESULT_STRIDE,
  type SignWords,
} from "../tape/chat-table.ts";
import { STRIDE } from "../tape/tape.ts";
import { WORDS } from "../tree/key.ts";
import type { Node } from "../tree/tree.ts";
import { tableBytes } from "./chat-table-bytes.ts";
import { writeSignWords } from "./sign-words.ts";
import { nodeAt, tokenAt } from "./token-address.ts";

/** The exports of chat-columns.ts. */
export interface ChatExports {
  readChat(tokens: number, root: number, into: number, most: number): number;
  /** See block-columns.ts. */
  readBlockChat(tokens: number, root: number, into: number, most: number): number;
  /** See item-rows.ts. */
  readLearnedChat(
    tokens: number,
    root: number,
    into: number,
    most: number,
    isDetected: number,
  ): number;
  readonly chatHasSigned: { readonly value: number };
  beginChatLines(
    into: number,
    most: number,
    keptAt: number,
    mostOpen: number,
    bytesAt: number,
    bytesEnd: number,
    withArguments: number,
  ): void;
  readChatLine(tokens: number): number;
  readBlockLine(tokens: number): number;
  readonly chatMessages: { readonly value: number };
  readonly chatChars: { readonly value: number };
  readonly chatSpoken: { readonly value: number };
  readonly chatToolTurns: { readonly value: number };
  readonly chatCallMessages: { readonly value: number };
  readonly chatCalls: { readonly value: number };
  readonly chatIsClosed: { readonly value: number };
  readonly chatHasExtra: { readonly value: number };
  readonly chatHasJson: { readonly value: number };
  readonly chatTurns: { readonly value: number };
  readonly chatTools: { readonly value: number };
  readonly chatOpenTurn: { readonly value: number };
  readonly chatNotes: { readonly value: number };
}

/** The address of a chat format's words: see chat-table-bytes.ts. */
const CHAT_TABLE = 45_056;

/**
 * Room for the tool results of a conversation, and the bytes of all, with a call for each, followed by the
 * names of tools and the sums.
 */
export const CHAT_RESULTS = 16 * 1024;
const PAIR_BYTES = 72;
const NAME_BYTES = MOST_TOOLS * 4;
/** The integers of `CHAT_SUMS`. */
const SUM_INTEGERS = CHAT_SUMS.tools + 4 * (MOST_TOOLS + 1);
const RESULT_BYTES = CHAT_RESULTS * PAIR_BYTES + NAME_BYTES + SUM_INTEGERS * 4;
/** The most open calls whose strings are kept between lines, with three tokens for each. */
const KEPT_CALLS = 4096;
/** Bytes of those tokens, which follow the tape. */
export const KEPT_BYTES = KEPT_CALLS * 3 * STRIDE * 4;

/** Bytes for results, and for those strings. */
export const CHAT_BYTES = RESULT_BYTES + 1024 * 1024;

/** Asks for the words of results: see assembly/chat/result-words.ts. */
export const WRITE_WORDS = 64;

/** The part of the kernel that finds the tool results of conversations on its tape. */
export class KernelChat {
  private readonly exports: ChatExports;
  private readonly bytes: Buffer;
  private readonly at: ChatPlaces;
  private readonly numberWords: () => void;
  private table: ChatTable | undefined;
  private signs: SignWords | undefined;
  private lineSigns: SignWords | undefined;
  /** The number of words when these signs were written: words added later need them written again. */
  private signsOf = 0;
  private readonly latest: ChatColumns;
  /** The results of a line that was read before its columns were requested. */
  private left: number | undefined;

  /** `numberWords` numbers those of a new table on the tape. */
  constructor(
    exports: ChatExports,
    bytes: Buffer,
    { at, numberWords }: { readonly at: ChatPlaces; readonly numberWords: () => void },
  ) {
    this.exports = exports;
    this.bytes = bytes;
    this.at = at;
    this.numberWords = numberWords;
    const names = new Int32Array(
      bytes.buffer,
      at.start + CHAT_RESULTS * PAIR_BYTES,
      NAME_BYTES / 4,
    );
    this.latest = {
      results: new Int32Array(bytes.buffer, at.start, CHAT_RESULTS * RESULT_STRIDE),
      count: 0,
      messages: 0,
      chars: 0,
      spoken: 0,
      toolTurns: 0,
      callMessages: 0,
      calls: 0,
      isClosed: false,
      hasExtra: false,
      hasJson: false,
      hasSigned: false,
      turns: 0,
      notes: 0,
      sums: new Int32Array(bytes.buffer, at.start + RESULT_BYTES - SUM_INTEGERS * 4, SUM_INTEGERS),
      tools: 0,
      openTurn: 0,
      toolName: (tool) => nodeAt(at.tape, names[tool] ?? 0),
    };
  }

  /**
   * The tool results of the conversation that was scanned last, or of the value `root` in it, in columns
   * valid until the next call; undefined if it needs the format's own reader.
   */
  read(table: ChatTable, root: Node): ChatColumns | undefined {
    if (!this.knows(table)) return undefined;
    const { exports, at } = this;
    const read = table.blocks === undefined ? exports.readChat : exports.readBlockChat;
    const place = [at.tape, tokenAt(at.tape, root), at.start, CHAT_RESULTS] as const;
    return this.columns(table.byItems ? exports.readLearnedChat(...place, 1) : read(...place));
  }

  /**
   * Starts a conversation whose messages are lines. False if the table has a word that the kernel cannot
   * number.
   */
  beginLines(table: ChatTable, { keepsArguments, signs }: LinesToRead): boolean {
    if (table.textCalls !== undefined) return false;
    if (!this.knows(table)) return false;
    this.lineSigns = signs;
    // Words may have been added since. Otherwise they are written when the kernel asks for them: few lines need them.
    if (this.signs !== undefined) this.learnSigns(signs);
    const { start, kept } = this.at;
    const strings = start + RESULT_BYTES;
    const end = start + CHAT_BYTES;
    const args = keepsArguments ? 1 : 0;
    this.left = undefined;
    this.exports.beginChatLines(start, CHAT_RESULTS, kept, KEPT_CALLS, strings, end, args);
    return true;
  }

  /**
   * The tool results of the line that was scanned last, the next message of such a conversation. Chars and
   * `isClosed` are those of the line; the other counts include all lines so far.
   */
  readLine(): ChatColumns | undefined {
    const { left, exports, at } = this;
    this.left = undefined;
    const read = this.table?.blocks === undefined ? exports.readChatLine : exports.readBlockLine;
    return this.columns(left ?? read(at.tape));
  }

  /** Where results are written. */
  get results(): Pick<ChatColumns, "results"> {
    return this.latest;
  }

  /** Notes that the line scanned last was already read, with `count` results. */
  leaveLine(count: number): void {
    this.left = count;
  }

  /** The columns of such a conversation so far, without results. */
  soFar(): ChatColumns {
    this.columns(0);
    return this.latest;
  }

  /** Switches to a table; false if it has a word that the kernel cannot number. */
  knows(table: ChatTable): boolean {
    return table === this.table || this.takeTable(table);
  }

  learnSigns(words: SignWords): boolean {
    if (this.signs === words && this.signsOf === WORDS.length) return false;
    this.signs = words;
    this.signsOf = WORDS.length;
    writeSignWords(this.bytes, words);
    return true;
  }

  /** The same for the words of the lines that are read; false if no lines are. */
  learnSignsOfLines(): boolean {
    if (this.lineSigns !== undefined) this.learnSigns(this.lineSigns);
    return this.lineSigns !== undefined;
  }

  /** The columns of the conversation read last, with `count` results; undefined if `count` is negative. */
  columns(count: number): ChatColumns | undefined {
    const { exports, latest: chat } = this;
    chat.count = count;
    if (count < 0) return undefined;
    chat.messages = exports.chatMessages.value;
    chat.chars = exports.chatChars.value;
    chat.spoken = exports.chatSpoken.value;
    chat.toolTurns = exports.chatToolTurns.value;
    chat.callMessages = exports.chatCallMessages.value;
    chat.calls = exports.chatCalls.value;
    chat.isClosed = exports.chatIsClosed.value !== 0;
    chat.hasExtra = exports.chatHasExtra.value !== 0;
    chat.hasJson = exports.chatHasJson.value !== 0;
    chat.turns = exports.chatTurns.value;
    chat.notes = exports.chatNotes.value;
    chat.tools = exports.chatTools.value;
    chat.openTurn = exports.chatOpenTurn.value;
    chat.hasSigned = this.table?.blocks !== undefined && exports.chatHasSigned.value !== 0;
    return chat;
  }

  /** Writes a table into the module's memory; false if it has a word that the kernel cannot number. */
  private takeTable(table: ChatTable): boolean {
    const words = tableBytes(table);
    if (words === undefined) return false;
    this.numberWords();
    this.bytes.set(words, CHAT_TABLE);
    this.table = table;
    return true;
  }
}

/** The layout of the memory: the tape, the tokens after it, and `CHAT_BYTES` for results. */
interface ChatPlaces {
  readonly tape: number;
  readonly kept: number;
  readonly start: number;
}
