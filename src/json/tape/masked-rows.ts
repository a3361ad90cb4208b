import type { TextIdentity } from "../splice/string-digest.ts";
import type { Node } from "../tree/tree.ts";
import type { ChatColumns, ChatTable, SignWords } from "./chat-table.ts";
import type { Tape } from "./tape.ts";

/**
 * A policy for the tool results of rows, as data for the kernel (kernel/assembly/rows/row-columns.ts): a window,
 * what keeps a result outside it, and the text that replaces it. The kernel asks about what takes a regular
 * expression.
 */
export interface RowPolicy extends PlaceholderPieces {
  /**
   * The byte offset, in a result, of its number in the window's unit; -1: results are numbered from 1;
   * `BY_TOKENS`: the same, and `size` is in tokens.
   */
  readonly column: number;
  readonly size: number;
  readonly every: number;
  readonly minGain: number;
  /** One of `ROW_ERRORS`, and how many bytes at each end of a text are searched for signs. */
  readonly errors: number;
  readonly signBytes: number;
  /** This many first results of each row stay. */
  readonly first: number;
  /** Results with more chars stay. */
  readonly larger: number;
  /**
   * A row with at most this many chars stays as it is; a larger one is masked if that brings it within the
   * budget. -1: no budget.
   */
  readonly budget: number;
  /** When masking starts, in chars; undefined: at once. See reduce/pipeline/pressure.ts. */
  readonly pressure: RowPressure | undefined;
  /** Whether results without a call stay. */
  readonly orphans: boolean;
  /**
   * Whether tool turns with masked results are counted; a row whose results are out of order is then left to
   * the other path.
   */
  readonly countsTurns: boolean;
  /** Whether the tool of a result may keep it. */
  readonly asksTools: boolean;
  /**
   * How placeholders may end: by the last character, a bit for each value of seven bits of the one before it; see
   * edges.ts for characters beyond ASCII.
   */
  readonly lasts: Uint8Array;
  /** The start of placeholders that may end in any way. */
  readonly start: string;
  /** A row with this text in a result is left to the other path. */
  readonly mark: string;
  /** The keys of a call's main argument, and the chars at each end of a text that may name an exit code. */
  readonly mainKeys: readonly string[];
  readonly codeChars: number;
  /** Whether single edits are wanted: a row with one in a block is then left to the other path. */
  readonly notesEdits: boolean;
  /** The placeholder for when this one saves less than the least gain. */
  readonly shorter: PlaceholderPieces | undefined;
  readonly answers: RowAnswers;
}

/** The size past which a row is masked, what that has to save, and what size is enough; all in chars. */
export interface RowPressure {
  readonly trigger: number;
  readonly minSavings: number;
  /** Undefined: all are masked. */
  readonly target: number | undefined;
}

/** The text of a string, whose bytes in the kernel's memory are UTF-8; undefined if it is long. */
export type TextFinder = (raw: Buffer) => TextIdentity | undefined;

/** A placeholder in pieces. */
export interface PlaceholderPieces {
  /** The pieces around its fields, as JSON; and their chars as text. */
  readonly texts: { readonly ascii: readonly string[]; readonly utf8: readonly string[] };
  readonly literalChars: number;
  /** The fields, each by index in `ROW_FIELDS`; 0: JavaScript is asked. */
  readonly fields: readonly number[];
}

/** The window is the newest tokens, at a quarter of a token for each char. */
export const BY_TOKENS = -2;

/** Where to look for errors to keep. */
export const ROW_ERRORS = { none: 0, marked: 1, texts: 2, words: 3 } as const;

/** Answers the kernel's questions about the row that it has scanned, and its result number `k`. */
export interface RowAnswers {
  /** The words of results, for objects next to messages. */
  readonly signs: SignWords;
  /** The root of the current row, or of its conversation. */
  root: Node;
  /** Whether the columns have all results of the row. */
  isSure(columns: ChatColumns): boolean;
  /** Whether the JSON in a string next to the messages holds a result: the row is then left to the other path. */
  holdsResult(columns: ChatColumns): boolean;
  /** Whether signed reasoning of the row may be bound to a model: the row is then left to the other path. */
  mayBeBound(columns: ChatColumns, model: Node): boolean;
  isPlaceholder(columns: ChatColumns, k: number): boolean;
  isError(columns: ChatColumns, k: number): boolean;
  /** The reason why its tool keeps a result, by index in `ROW_REASONS`; 0 for none. */
  keeperOfTool(columns: ChatColumns, k: number): number;
  /**
   * The value of field number `field`, from 0, of the placeholder or of the shorter one: its chars, and its JSON
   * without quotes.
   */
  field(columns: ChatColumns, k: number, field: FieldPlace): WrittenAnswer;
  /**
   * The root of a row's conversation if the row is of the format that was learned, else `NONE`; asked about rows
   * whose keys do not tell.
   */
  rootOfFormat?(row: Node): Node;
  /** The content of an odd result with its placeholder. */
  odd(columns: ChatColumns, k: number): OddAnswer;
  /**
   * Takes the row as columns, with its integers, see `ROW`; false: it is left to the other path. Without this
   * method rows are only written.
   */
  takeRow?(columns: ChatColumns, integers: Int32Array): boolean;
}

/** A text as written. */
interface WrittenAnswer {
  readonly chars: number;
  readonly json: string;
}

/** A field of a placeholder. */
export interface FieldPlace {
  readonly number: number;
  readonly isOfShorter: boolean;
}

/**
 * The content of an odd result with its placeholder, and the chars of its text then; or the reason to keep it
 * if that saves too little.
 */
export type OddAnswer = WrittenAnswer | "not-shorter" | "min-gain";

/**
 * The fields of placeholders that the kernel writes itself (kernel/row-placeholders.ts), if they are plain.
 */
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
  /** With an archive: room for it is left, see `EDIT.ref`. */
  "ref",
] as const;

/** The reasons why results stay, in the order in which the kernel counts them and reports name them. */
export const ROW_REASONS = [
  "window",
  "errors",
  "keep-tool",
  "only-tool",
  "exempt",
  "first",
  "larger",
  "orphan",
  "pressure",
  "not-shorter",
  "min-gain",
  "masked-before",
  "not-editable",
  "no-masking",
] as const;

/** Rows that were read, and their output; valid until the next are read. */
export interface MaskedRows {
  readonly count: number;
  /** `ROW_STRIDE` integers for each row: see `ROW`. */
  readonly numbers: Int32Array;
  /**
   * If wanted, and for a single conversation always, `EDIT_STRIDE` integers for each masked result: see
   * `EDIT`.
   */
  readonly edits: Int32Array;
  /**
   * Their lines with placeholders, or for a single conversation only the placeholders: `bytes[start, end)`.
   */
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly textOf: TextFinder;
  /** The start of the first line, or the first item, that was not read, and the result of scanning it, if it was scanned. */
  readonly next: number;
  readonly scanned: number;
  /** Totals: results, calls and masked results. */
  readonly results: number;
  readonly calls: number;
  readonly masked: number;
  /** The counts of the row after them, if it was read completely and is over its budget once masked. */
  readonly over: PairCounts | undefined;
  /** Of a single conversation that is over its budget once masked: see `NotedMessages`. */
  readonly missed: NotedMessages | undefined;
}

/** The messages and calls of a conversation that is over its budget, and what masking its results saves. */
export interface NotedMessages {
  /**
   * For each message two integers: its role by index in `CHAT_ROLES`, from 1, plus eight times its turn; the chars before
   * it.
   */
  readonly messages: Int32Array;
  /** For each call four: see `NOTED`. Undefined if there are too many messages or calls. */
  readonly calls: Int32Array | undefined;
  /** For each result the chars that masking it saves; `STAYS` or `STAYS_MASKED` if it stays. */
  readonly saved: Int32Array;
}

/** The integers of a call: the numbers of its message and result, from 1, 0 for none; its name and arguments. */
export const NOTED = { message: 0, result: 1, name: 2, args: 3 } as const;
export const NOTED_STRIDE = 4;

/** The result stays; and it is a placeholder. */
export const STAYS = -(2 ** 31);
export const STAYS_MASKED: number = STAYS + 1;

/** The results and calls of a row. */
export interface PairCounts {
  readonly results: number;
  readonly calls: number;
}

/** The line after the rows was not scanned yet. */
export const NOT_SCANNED = -4;

export const ROW_STRIDE = 43;

/**
 * The integers of a row; from `reasons` on, for each of `ROW_REASONS`, the results that stay and their chars.
 */
export const ROW = {
  messages: 0,
  chars: 1,
  masked: 2,
  saved: 3,
  maskedBefore: 4,
  /** Chars of all results; tool turns with a masked result, and all tool turns. */
  resultChars: 5,
  maskedTurns: 6,
  toolTurns: 7,
  reasons: 8,
  /**
   * Its line is `bytes[start, next)`, and becomes `bytes[out, outEnd)`; then the number of its first edit.
   */
  start: 36,
  next: 37,
  out: 38,
  outEnd: 39,
  firstEdit: 40,
  /** Bytes of the copies of results with placeholders. */
  sideBytes: 41,
  /** The line breaks between the first row and it. */
  breaks: 42,
} as const;

export const EDIT_STRIDE = 5;

/**
 * The integers of an edit: `bytes[start, end)` become the placeholder of `length` bytes at `out`, in which there is
 * room for a ref `ref` bytes after its start, if that is not 0.
 */
export const EDIT = { start: 0, end: 1, out: 2, length: 3, ref: 4 } as const;

/** The place of a conversation: a whole tape, with its number of tokens and flags, or a value on it. */
export interface ConversationPlace extends Pick<Tape, "length" | "flags"> {
  readonly root: Node;
}

/** The place of the items of a list from `root` on, before `stop`. */
export interface ItemsPlace extends ConversationPlace {
  readonly stop: Node;
}

/**
 * The place of a row, whether its keys may hold the sign of a result, and whether to ask if rows with these are of the
 * format.
 */
export interface ShapeAbout {
  readonly root: Node;
  readonly hasSign: boolean;
  readonly isAsked: boolean;
  /** Whether the keys of messages may tell another format. */
  readonly isToldByMessages: boolean;
}

/** Reads rows that are like those that were learned. */
export interface Rows {
  /**
   * Learns the keys of a row on the tape that was scanned last, or that it is an array: rows with the same keys are
   * read under the policy.
   */
  learn(policy: RowPolicy, table: ChatTable, about: ShapeAbout): boolean;
  /**
   * Reads items of a list on that tape as rows, up to one that is unlike those that were learned under the policy, the
   * node `next`; their output are edits. Undefined if the kernel has another policy.
   */
  readItems(policy: RowPolicy, place: ItemsPlace): MaskedRows | undefined;
  /**
   * Masks a conversation on the tape that was scanned last; undefined if it is left to the other path. What saves less
   * than the least gain is masked as well if the budget is missed otherwise.
   */
  mask(policy: RowPolicy, table: ChatTable, place: ConversationPlace): MaskedRows | undefined;
  /** Sets a policy for lines that form one conversation; false if the kernel has no room for it. */
  begin(policy: RowPolicy, table: ChatTable): boolean;
}
