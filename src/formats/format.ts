import type { ChatTable } from "../json/tape/chat-table.ts";
import type { SessionTable } from "../json/tape/session-words.ts";
import type { Shape } from "../json/tree/shape.ts";
import type { Node, Tree } from "../json/tree/tree.ts";
import type { Arrange, ArrangeBefore, Mark } from "../transcript/model/arrangement.ts";
import type { MessageAbout, PartHead } from "../transcript/model/heads.ts";
import type { Id } from "../transcript/model/id.ts";
import type { Role } from "../transcript/model/message.ts";
import type { SideOf } from "../transcript/model/part-target.ts";
import type { RequestUsage } from "../transcript/model/request-usage.ts";
import type { KeyPattern } from "./registry/key-pattern.ts";
import type { NativeDropping } from "./shared/native-condense.ts";
import type { SavedSessions } from "./shared/saved-sessions.ts";

/** How transcripts are stored in a file: a record per message, a record per conversation, or one document. */
export type Layout = "lines" | "rows" | "document";

/**
 * The kind of a record: one or more whole conversations (`conversation`), or one line among others, which is
 * a message or something between messages (`message`).
 */
export type RecordKind = "conversation" | "message";

/**
 * Where the evidence for a format is, strongest first; formats are tried in this order. `envelope`: in the
 * envelope that only one program writes around every line. `keys`: in keys of the record that no other format
 * has. `blocks`: in the content of messages, which many programs save unchanged. `texts`: in what they say.
 * `chat`: only messages of role and content, and no sign of another format.
 */
export const EVIDENCE = ["envelope", "keys", "blocks", "texts", "chat"] as const;
export type Evidence = (typeof EVIDENCE)[number];

/**
 * The best source that a format was learned from: transcripts that its program saved (`recordings`), the
 * source of programs that write or read it, or only its documentation.
 */
export const LEARNED_FROM = ["recordings", "source", "documentation"] as const;
export type LearnedFrom = (typeof LEARNED_FROM)[number];

/** A format of saved transcripts. A new format is one file and one line in the list. */
export interface Format<Name extends string = string> {
  readonly name: Name;
  /** The programs that write it. */
  readonly writtenBy: string;
  /** The best source that it was learned from. */
  readonly knownFrom?: LearnedFrom;
  /** Where these programs save it, and how a file names its session. */
  readonly saved?: SavedSessions;
  readonly layouts: readonly Layout[];
  /** The most chars of a result that its program sends, if it records more. */
  readonly sentResultChars?: number;
  /** The kind of a record, by its shape alone; undefined if it is not of this format. */
  kindOf(tree: Tree, record: Node): RecordKind | undefined;
  /** Where the evidence for it is. No two formats with the same evidence may claim the same records. */
  readonly evidence: Evidence;
  /**
   * Key patterns, one of which a record fits that is evidence for the format. A format without patterns is
   * never detected, only requested by name.
   */
  readonly keys: readonly KeyPattern[];
  /**
   * Whether the first records of an input are of this format: true only if nothing contradicts it. Called if
   * one of them fits `keys`. If omitted, fitting is enough.
   */
  detect?(head: readonly Tree[]): boolean;
  /** Whether `detect` is false for every record with a message whose role is a tool's. */
  readonly isWithoutTools?: true;
  /**
   * Passes the messages of a record to `into`, in order. Pure: reading a record again gives the same messages
   * with the same parts, so that a part can be found by its number.
   */
  read(tree: Tree, record: Node, into: MessageSink): void;
  /**
   * Which messages form a transcript, and in which order. Omitted: all of them, in file order. Needed also
   * for side copies, threads and marks.
   */
  readonly arrange?: Arrange;
  /**
   * Marks with which `arrange` leaves all messages live and in file order, if there are no other marks: such
   * inputs are not arranged. Ids may repeat, but no message has a parent, a thread or a reply's id.
   */
  readonly orderedMarks?: readonly string[];
  /**
   * Marks at which the model's context starts anew: the model saw, until such a mark, what `arrange` returns
   * for everything before it.
   */
  readonly startsAnew?: readonly string[];
  /**
   * The same as `arrange` before each of these marks. Omitted: `arrange` is called for each, which takes time that
   * grows with the square of their number.
   */
  readonly arrangeBefore?: ArrangeBefore;
  /**
   * How messages are dropped: removed from the file; never; or natively, by adding the format's own record of
   * a compaction and leaving the messages in the file.
   */
  readonly dropping: "remove" | "never" | NativeDropping;
  /**
   * Whether its program resumes from the file: edits that its provider would refuse are not made in place
   * unless requested.
   */
  readonly isResumed?: true;
  /**
   * Whether its program asks Anthropic's API to drop reasoning that no longer matches what precedes it
   * (`block_binding`), where the API would otherwise answer 400; a function decides for each record.
   */
  readonly asksToDrop?: true | ((tree: Tree, record: Node) => boolean);
  /**
   * How a message with nothing but reasoning is removed: as a whole (as messages are if `dropping` is
   * `remove`), or by emptying its list of blocks, because other records name the message. Omitted: it stays.
   */
  readonly loneReasoning?: "message" | "blocks";
  /**
   * A message with a summary, as JSON text, with every string written by `encode`; `into` is the array that
   * it is inserted into, omitted for a file of lines.
   */
  message?(summary: string, encode: (text: string) => string, into?: MessageArray): string;
  /**
   * The words of its messages as data, if `read` finds nothing in a conversation beyond what such a table
   * describes: plain jobs then do not call `read`.
   */
  readonly chat?: ChatTable;
  /**
   * Reads an item of the arrays that `read` passes to `into.array`, if what it finds in one depends on that item alone,
   * and around them on nothing in them: the kernel then reads conversations with items like those of earlier ones. The
   * id of a reply that is no text of the item is that of no other item. `before`: what was passed to `into.next` for
   * the item before, or to `into.array` for the first; a small number, 0 if nothing was. Calls that it passes before the
   * item's message are of the message before. Marks that change nothing
   * unless it passes others are left to `read`.
   */
  readItem?: ((tree: Tree, item: Node, into: MessageSink, before: number) => void) | undefined;
  /** Whether that is so only of conversations with calls, in which no text of the user's may be a tool's answer. */
  readonly readItemNeedsCalls?: true;
  /**
   * Whether that is so whatever the items hold: one that is long, or unlike all others, is then passed to `readItem` each
   * time, and the kernel goes on after it. Otherwise such a conversation is left to `read`.
   */
  readonly readItemIsWhole?: true;
  /** The same for lines that name their parents, in an envelope: most are then not passed to `read`. */
  readonly session?: SessionTable;
  /**
   * The conversations in a record, each a transcript, if `read` leaves them to other formats and finds nothing else
   * there: plain jobs then take the tables of these formats.
   */
  inner?(tree: Tree, record: Node): readonly InnerConversation[] | undefined;
  /** Finds what the format's own reader would refuse, beyond the checks of every format. */
  check?(tree: Tree, record: Node): Iterable<Flaw>;
}

/** A conversation in a record of another make, and the format that reads it. */
export interface InnerConversation {
  readonly node: Node;
  readonly format: Format;
}

/** An array of messages. */
export interface MessageArray {
  readonly tree: Tree;
  readonly array: Node;
}

/** A part of a record that its reader would not accept. */
export interface Flaw {
  readonly node: Node;
  /** `expected … (got …)`. */
  readonly message: string;
}

/** Receives what a format finds: the array of messages, a message, its parts, the next message, and so on. */
export interface MessageSink {
  /**
   * The messages that follow are items of this array; before the first call each is a record of its own. `before` is
   * for the first item's `readItem`.
   */
  array(array: Node, before?: number): void;
  /** Notes what `readItem` has to know about this item to read the next one. */
  next?(before: number): void;
  /**
   * The items of this array hold copies, and no messages; `before` is for the `readItem` of the first. Passed after the
   * messages.
   */
  copies?(array: Node, before: number): void;
  /**
   * In the `readItem` of such an item: a copy of a result of the reply with the same number. If the arrays differ in
   * length, or no such result begins like it (`COPY_CHARS`), it is part of a prompt.
   */
  copyOfReply?(node: Node): void;
  /** A string whose first word is the tool of the results in the next message. */
  toolOfNext?(node: Node): void;
  /** A message, and its node. */
  message(role: Role, node: Node, about?: MessageAbout<Id>): void;
  /**
   * A part of the latest message, and its text: a string, or as described by a shape. Its size is that of the
   * text (and of the name, for a call); an image's is that of its block, in bytes.
   */
  part(head: PartHead<Id>, node?: Node, shape?: Shape): void;
  /** The content of the latest observation, if it has neither text nor a known image. */
  textless?(content: Node): void;
  /**
   * The id in a string, for the next message, mark or part, which may have three; undefined for anything
   * else. It is decoded only when needed.
   */
  id(node: Node): Id | undefined;
  /** The same for the id in a number; where it is missing, the id is the number's text. */
  numberId?(node: Node): Id | undefined;
  /**
   * The name in a string of the tool of the part that is passed on next, where nothing else may depend on it; undefined
   * for anything else. Without this method, its text.
   */
  readonly name?: ((node: Node) => string | undefined) | undefined;
  /** Something between messages that decides which of them are live: see `arrange`. */
  mark(mark: Mark<Id>): void;
  /**
   * A copy, not sent to the model, of the latest observation, of the one with a call id, or of the one that
   * answers the latest call. `prompt`: it is a whole stored prompt, of the thread of the latest message, and
   * any text in it can be a copy.
   */
  side(node: Node, of?: SideOf): void;
  /** Something that the format knows, without anything for the model. */
  ignore(node: Node): void;
  /** A message, or something in a message or a result, of a kind that the format does not know. */
  unknown?(node: Node): void;
  /** Whether the provider's counts are wanted; otherwise they need not be read. */
  readonly wantsUsage: boolean;
  /**
   * The provider's counts of one request: the one answered by the reply that the latest message belongs to.
   */
  usage(usage: RequestUsage): void;
  /** Whether the models that wrote messages are wanted; otherwise they need not be read. */
  readonly wantsModels: boolean;
  /**
   * The id of the model that writes the messages that follow, until another is named; passed before the
   * message. A string; anything else is no id.
   */
  model(node: Node): void;
  /** Reads the JSON in a string: nodes passed during `read` belong to the inner tree. */
  inside(node: Node, read: (tree: Tree) => void): void;
}
