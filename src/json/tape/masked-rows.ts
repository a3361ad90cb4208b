import type { Node } from "../tree/tree.ts";
import type { ChatColumns, ChatTable, SignWords } from "./chat-table.ts";
import type { Tape } from "./tape.ts";

/**
 * A policy for the tool results of rows, as data for the kernel (kernel/assembly/row-columns.ts): a window, what keeps a
 * result outside of it, and the text that takes its place. What only an expression can tell is asked for.
 */
export interface RowPolicy {
  /**
   * Bytes into a result where its number is that the window goes by; -1: results are numbered from 1; `BY_TOKENS`:
   * and `size` is in tokens.
   */
  readonly column: number;
  readonly size: number;
  readonly every: number;
  readonly minGain: number;
  /** One of `ROW_ERRORS`, and how many bytes at each end of a text are looked at for signs. */
  readonly errors: number;
  readonly signBytes: number;
  /** So many first results of each row stay. */
  readonly first: number;
  /** Results of more chars stay. */
  readonly larger: number;
  /** A row of no more chars is left as it is, and masked if no more are left then; -1: there is no budget. */
  readonly budget: number;
  /** Whether results stay whose call is not there. */
  readonly orphans: boolean;
  /** Whether tool turns with masked results are counted, which rows whose results are out of order are left for. */
  readonly countsTurns: boolean;
  /** Whether the tool of a result may keep it. */
  readonly asksTools: boolean;
  /** By last byte, a bit for each of seven bits of the byte before: how placeholders may end. */
  readonly lasts: Uint8Array;
  /** How those begin that may end in any way. */
  readonly start: string;
  /** First bytes of contents that may be results although none is in the row. */
  readonly heads: readonly number[];
  /** The bytes that may be the last of an escape. */
  readonly escapeEnds: Uint8Array;
  /** A row with this in a result is left. */
  readonly mark: string;
  /** The pieces of a placeholder around its fields, as JSON; and their chars as text. */
  readonly texts: { readonly ascii: readonly string[]; readonly utf8: readonly string[] };
  readonly literalChars: number;
  /** The fields, each by its place in `ROW_FIELDS`; 0: asked for. */
  readonly fields: readonly number[];
  /** The keys of a call's main argument, and the chars of each end of a text in which an exit code may be named. */
  readonly mainKeys: readonly string[];
  readonly codeChars: number;
  /** Whether edits are wanted one by one: rows with one in a block are left. */
  readonly notesEdits: boolean;
  /** Whether there is another placeholder where this one leaves less than the least gain. */
  readonly hasShorter: boolean;
  readonly answers: RowAnswers;
}

/** The window is the newest tokens, a quarter of one for each char. */
export const BY_TOKENS = -2;

/** Where errors are looked for that stay. */
export const ROW_ERRORS = { none: 0, marked: 1, texts: 2, words: 3 } as const;

/** Answers what the kernel asks about the row that it has scanned, of the result with number `k`. */
export interface RowAnswers {
  /** The words of results, for what lies next to messages. */
  readonly signs: SignWords;
  /** Whether the results are all that the row has. */
  isSure(columns: ChatColumns): boolean;
  isPlaceholder(columns: ChatColumns, k: number): boolean;
  isError(columns: ChatColumns, k: number): boolean;
  /** The reason for which its tool keeps a result, by its place in `ROW_REASONS`; 0 for none. */
  keeperOfTool(columns: ChatColumns, k: number): number;
  /** The value of the placeholder's field with this number, from 0: its chars, and as it is in a JSON string. */
  field(columns: ChatColumns, k: number, field: number): WrittenAnswer;
  /** All of the other placeholder, if there is one, with its quotes. */
  shorter(columns: ChatColumns, k: number): WrittenAnswer;
  /**
   * Takes the row as it is in columns, with its integers, see `ROW`; false: it is left to the other ways. Without it
   * rows are only put out.
   */
  takeRow?(columns: ChatColumns, integers: Int32Array): boolean;
}

/** A text as it is written, and the digest of the result's if that had to be made for it. */
interface WrittenAnswer {
  readonly chars: number;
  readonly json: string;
  readonly digest?: string | undefined;
}

/** The fields of placeholders that the kernel writes by itself (kernel/row-placeholders.ts), where they are plain. */
export const ROW_FIELDS = [
  "",
  "originalLength",
  "chars",
  "turn",
  "toolName",
  "callId",
  "exit",
  "call",
  "lines",
] as const;

/** Why results stay, in the order in which the kernel counts them. */
export const ROW_REASONS = [
  "window",
  "errors",
  "keep-tool",
  "only-tool",
  "exempt",
  "first",
  "orphan",
  "not-shorter",
  "min-gain",
  "masked-before",
  "not-editable",
  "larger",
  "no-masking",
] as const;

/** Rows that were read, and how they are written; until the next are read. */
export interface MaskedRows {
  readonly count: number;
  /** `ROW_STRIDE` integers for each row: see `ROW`. */
  readonly numbers: Int32Array;
  /** Where they are wanted, and of a conversation by itself, `EDIT_STRIDE` integers for each masked result: see `EDIT`. */
  readonly edits: Int32Array;
  /** Their lines with placeholders, of a conversation by itself only these: `bytes[start, end)`. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** Where the first line begins that was not read, and what scanning it gave, if it was scanned. */
  readonly next: number;
  readonly scanned: number;
  /** Results, calls and masked results of all. */
  readonly results: number;
  readonly calls: number;
  readonly masked: number;
}

/** The line after some rows was not scanned yet. */
export const NOT_SCANNED = -4;

export const ROW_STRIDE = 40;

/** The integers of a row; from `reasons` on, for each of `ROW_REASONS` the results that stay and their chars. */
export const ROW = {
  messages: 0,
  chars: 1,
  masked: 2,
  saved: 3,
  maskedBefore: 4,
  /** Chars of all results; tool turns with one that is masked, and all. */
  resultChars: 5,
  maskedTurns: 6,
  toolTurns: 7,
  reasons: 8,
  /** Its line is `bytes[start, next)`, and becomes `bytes[out, outEnd)`; its first edit's number. */
  start: 34,
  next: 35,
  out: 36,
  outEnd: 37,
  firstEdit: 38,
} as const;

export const EDIT_STRIDE = 4;

/** The integers of an edit: `bytes[start, end)` become the placeholder of `length` bytes at `out`. */
export const EDIT = { start: 0, end: 1, out: 2, length: 3 } as const;

/** Where a conversation is: all of a tape of some tokens and flags, or a value on it. */
export interface ConversationPlace extends Pick<Tape, "length" | "flags"> {
  readonly root: Node;
}

/** Reads rows that are like others. */
export interface Rows {
  /**
   * Learns the keys of the row that was scanned last: others with these are read under the policy. `hasSign` says
   * whether one of them is the sign of a result.
   */
  learn(policy: RowPolicy, table: ChatTable, hasSign: boolean): boolean;
  /** Masks a conversation on the tape that was scanned last; undefined where it is left. */
  mask(policy: RowPolicy, table: ChatTable, place: ConversationPlace): MaskedRows | undefined;
  /** Begins with a policy for lines that are one conversation; false where the kernel has no room for it. */
  begin(policy: RowPolicy, table: ChatTable): boolean;
}
