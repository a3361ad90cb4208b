import type { Shape } from "../json/shape.ts";
import type { Node, Tree } from "../json/tree.ts";
import type { Arrange, Mark } from "../transcript/arrangement.ts";
import type { MessageAbout, PartHead } from "../transcript/heads.ts";
import type { Id } from "../transcript/id.ts";
import type { Role } from "../transcript/message.ts";
import type { SideOf } from "../transcript/part-target.ts";
import type { NativeDropping } from "./native/condense.ts";

/**
 * How transcripts lie in a file: a record per message, a record per conversation, or one document.
 */
export type Layout = "lines" | "rows" | "document";

/**
 * What one record of a format is: a whole file's worth (one conversation or several), or a piece of
 * what the lines of a file are together, a message or something that stands between messages.
 */
export type RecordKind = "conversation" | "message";

/** What agents write, behind one interface. A new format is one file and one line in the list. */
export interface Format {
  /** What writes it. */
  readonly writtenBy: string;
  readonly layouts: readonly Layout[];
  /** What a record is in this format, by its shape alone; undefined if it is no record of it. */
  kindOf(tree: Tree, record: Node): RecordKind | undefined;
  /**
   * Whether these records, the first of an input, are of this format: true only where nothing speaks
   * against it. Formats are asked in the order of the list.
   */
  detect(head: readonly Tree[]): boolean;
  /**
   * Gives the messages of a record, in order. Pure: read again, a record gives the same messages with
   * the same parts, so that a part can be found again by its number.
   */
  read(tree: Tree, record: Node, into: MessageSink): void;
  /**
   * Which messages are a transcript, and in which order. None: all of them, in file order. Needed
   * where a format has side copies, threads or marks as well.
   */
  readonly arrange?: Arrange;
  /**
   * Marks with which the model's context starts anew: what `arrange` makes of all before such a mark is
   * what the model saw until then.
   */
  readonly startsAnew?: readonly string[];
  /**
   * What summarization and fallback may do: take messages out of the file, or nothing; or, natively,
   * write the format's own record of a compaction and leave the messages where they are.
   */
  readonly dropping: "remove" | "never" | NativeDropping;
  /**
   * A message that holds a summary, as JSON text with every string in `encode`'s hands; `into` is what
   * it is put into, unless that is a file of lines.
   */
  message?(summary: string, encode: (text: string) => string, into?: MessageArray): string;
  /** What would stop the format's own reader, beyond what every format has in common. */
  check?(tree: Tree, record: Node): Iterable<Flaw>;
}

/** An array of messages. */
export interface MessageArray {
  readonly tree: Tree;
  readonly array: Node;
}

/** Something in a record that its reader would not accept. */
export interface Flaw {
  readonly node: Node;
  /** `expected … (got …)`. */
  readonly message: string;
}

/**
 * Takes what a format finds: the array that messages are items of, a message, its parts, the next
 * message, and so on.
 */
export interface MessageSink {
  /** The messages that follow are items of this array; each is a record of its own before the first. */
  array(array: Node): void;
  /** A message, and the node that it is. */
  message(role: Role, node: Node, about?: MessageAbout): void;
  /**
   * A part of the message, and where its text lies: in a string, or as a shape has it. Its size is that
   * of the text (and of the name, for a call); an image's is that of its block, in bytes.
   */
  part(head: PartHead<Id>, node?: Node, shape?: Shape): void;
  /**
   * The id that a string is, for the head of the part given next; undefined for anything else. It is a
   * text only where it is asked for.
   */
  id(node: Node): Id | undefined;
  /** Something between messages that decides which of them count: see `arrange`. */
  mark(mark: Mark): void;
  /**
   * A copy, of no concern to the model, of the observation given last or of the one with a call id.
   * `prompt` says that it is a whole prompt stored again, of the thread of the message given last: any
   * text in it can be a copy.
   */
  side(node: Node, of?: SideOf): void;
  /** Whether what providers counted is asked for; else it need not be looked for. */
  readonly wantsUsage: boolean;
  /**
   * The tokens, as the provider counted them, of the whole prompt that the reply was an answer to which
   * the message given last belongs to: read from a cache or not.
   */
  usage(promptTokens: number): void;
  /** Reads what a string holds as JSON: the nodes given meanwhile are the inner tree's. */
  inside(node: Node, read: (tree: Tree) => void): void;
}
