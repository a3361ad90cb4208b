import type { ChatTable } from "../json/tape/chat-table.ts";
import type { SessionTable } from "../json/tape/session-words.ts";
import type { Shape } from "../json/tree/shape.ts";
import type { Node, Tree } from "../json/tree/tree.ts";
import type { Arrange, Mark } from "../transcript/model/arrangement.ts";
import type { MessageAbout, PartHead } from "../transcript/model/heads.ts";
import type { Id } from "../transcript/model/id.ts";
import type { Role } from "../transcript/model/message.ts";
import type { SideOf } from "../transcript/model/part-target.ts";
import type { RequestUsage } from "../transcript/model/request-usage.ts";
import type { KeyPattern } from "./key-pattern.ts";
import type { SavedSessions } from "./places/saved-sessions.ts";
import type { NativeDropping } from "./shared/native-condense.ts";

/**
 * How transcripts lie in a file: a record per message, a record per conversation, or one document.
 */
export type Layout = "lines" | "rows" | "document";

/**
 * The kind of a record: one conversation or several by itself (`conversation`), or one line among others: a
 * message, or something between messages (`message`).
 */
export type RecordKind = "conversation" | "message";

/**
 * Where the evidence for a format is, strongest first; in this order formats are asked. `envelope`: in what the
 * one program that writes it wraps around every line. `keys`: in keys of the record that no other format has.
 * `blocks`: in what messages hold that many programs save as they are. `chat`: nothing but messages of role and
 * content, and no sign of another format.
 */
export const EVIDENCE = ["envelope", "keys", "blocks", "chat"] as const;
export type Evidence = (typeof EVIDENCE)[number];

/**
 * The best of what a format was learned from: transcripts that its program saved (`recordings`), the source of
 * programs that write or read it, or its documentation alone.
 */
export const LEARNED_FROM = ["recordings", "source", "documentation"] as const;
export type LearnedFrom = (typeof LEARNED_FROM)[number];

/** A format of saved transcripts. A new format is one file and one line in the list. */
export interface Format<Name extends string = string> {
  readonly name: Name;
  /** The programs that write it. */
  readonly writtenBy: string;
  /** The best of what it was learned from. */
  readonly knownFrom?: LearnedFrom;
  /** Where on a machine these programs save it, and how such a file tells what session it is. */
  readonly saved?: SavedSessions;
  readonly layouts: readonly Layout[];
  /** The chars of a result that its program sends at most, where it records more. */
  readonly sentResultChars?: number;
  /** The kind of a record in this format, by its shape alone; undefined if it is no record of it. */
  kindOf(tree: Tree, record: Node): RecordKind | undefined;
  /** Where the evidence for it is. Of formats with the same evidence no two may claim the same records. */
  readonly evidence: Evidence;
  /**
   * The keys that it is told by: a record that shows the format fits one of these patterns. Without patterns
   * it is never found by content, only asked for by name.
   */
  readonly keys: readonly KeyPattern[];
  /**
   * Whether these records, the first of an input, are of this format: true only where nothing speaks
   * against it. Asked where one of them fits `keys`. Left out, fitting them is enough.
   */
  detect?(head: readonly Tree[]): boolean;
  /** Whether `detect` is false of every record in which a message is a tool's by its role. */
  readonly isWithoutTools?: true;
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
   * Marks with which `arrange` leaves all messages live and in file order, as long as there are no others: such
   * inputs need not be arranged. Ids may be repeated, but no message has a parent, a thread or a reply's id.
   */
  readonly orderedMarks?: readonly string[];
  /**
   * Marks with which the model's context starts anew: what `arrange` makes of all before such a mark is
   * what the model saw until then.
   */
  readonly startsAnew?: readonly string[];
  /**
   * The way to drop messages: remove them from the file; never; or natively, by writing the format's own record of
   * a compaction and leaving the messages where they are.
   */
  readonly dropping: "remove" | "never" | NativeDropping;
  /**
   * Whether its program goes on from the file: edits that its provider would not take are not made in place
   * unless asked for.
   */
  readonly isResumed?: true;
  /**
   * Whether its program asks Anthropic's API to drop reasoning that no longer matches what is before it
   * (`block_binding`), where the API would answer 400 otherwise; of some records, where it says of which.
   */
  readonly asksToDrop?: true | ((tree: Tree, record: Node) => boolean);
  /**
   * How a message that holds reasoning alone is let go of: it goes as a whole (as messages do where
   * `dropping` is `remove`), or its list of blocks is left empty, since other records name it. None: it stays.
   */
  readonly loneReasoning?: "message" | "blocks";
  /**
   * A message that holds a summary, as JSON text with every string in `encode`'s hands; `into` is what
   * it is put into, unless that is a file of lines.
   */
  message?(summary: string, encode: (text: string) => string, into?: MessageArray): string;
  /**
   * The words of its messages as data, where `read` finds no more in conversations than what such a table
   * tells: the plain job does not ask it then.
   */
  readonly chat?: ChatTable;
  /** The same of lines that name the one before them, in an envelope: most are not given to `read` then. */
  readonly session?: SessionTable;
  /** Finds what the format's own reader would refuse, beyond the checks of every format. */
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
  message(role: Role, node: Node, about?: MessageAbout<Id>): void;
  /**
   * A part of the message, and where its text lies: in a string, or as a shape has it. Its size is that
   * of the text (and of the name, for a call); an image's is that of its block, in bytes.
   */
  part(head: PartHead<Id>, node?: Node, shape?: Shape): void;
  /** The content of the observation given last, in which there is neither a text nor an image that is known. */
  textless?(content: Node): void;
  /**
   * The id that a string is, for the message, mark or part given next, which may have three; undefined for anything
   * else. It is a text only where it is asked for.
   */
  id(node: Node): Id | undefined;
  /** Something between messages that decides which of them count: see `arrange`. */
  mark(mark: Mark<Id>): void;
  /**
   * A copy, of no concern to the model, of the observation given last, of the one with a call id, or of the one that
   * answers the call given last.
   * `prompt` says that it is a whole prompt stored again, of the thread of the message given last: any
   * text in it can be a copy.
   */
  side(node: Node, of?: SideOf): void;
  /** Something that the format knows, and that holds nothing which the model is told. */
  ignore(node: Node): void;
  /** A message, or something in one or in a result, of a kind that the format does not know. */
  unknown?(node: Node): void;
  /** Whether what providers counted is asked for; else it need not be looked for. */
  readonly wantsUsage: boolean;
  /**
   * The counts of one request, as its provider gave them: of the one that was answered by the reply which
   * the message given last belongs to.
   */
  usage(usage: RequestUsage): void;
  /** Whether the models that wrote messages are asked for; else they need not be looked for. */
  readonly wantsModels: boolean;
  /**
   * The id of the model that writes what comes next, until another is named: to be given before the
   * message. A string; anything else is no id.
   */
  model(node: Node): void;
  /** Reads what a string holds as JSON: the nodes given meanwhile are the inner tree's. */
  inside(node: Node, read: (tree: Tree) => void): void;
}
