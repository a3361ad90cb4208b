import type { Node, Tree } from "../../json/tree/tree.ts";
import type { Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";

/** A message in the input. */
export interface CondensedMessage {
  readonly tree: Tree;
  readonly node: Node;
}

/** The facts from which a format writes its own record of a compaction. */
export interface CondenseContext {
  /** The summary of the dropped messages; undefined in the fallback. */
  readonly summary: string | undefined;
  /** The chars that the model saw before. */
  readonly beforeChars: number;
  /** The number of live messages before the first dropped one. */
  readonly offset: number;
  /** The id of the last message in the input. */
  readonly leaf: string | undefined;
  /** Messages that stay before the newest part; only in formats that can keep any message. */
  readonly kept: readonly CondensedMessage[];
  /** The dropped messages, in conversation order. */
  dropped(): Iterable<CondensedMessage>;
  /** The last dropped message. */
  readonly last: CondensedMessage;
  /** The first message of the newest part, which stays; undefined if none stays. */
  readonly first: CondensedMessage | undefined;
  /** The newest message, dropped or not. */
  readonly newest: CondensedMessage;
  /** Encodes a text as a JSON string, as the records around it do. */
  encode(text: string): string;
}

/** The inserted records of a compaction that removes nothing from the file. */
export interface NativeCondensation {
  /** Records: lines, or items of the array of messages. */
  readonly insert: readonly string[];
  /** Where to insert them: before the newest part, or at the end. */
  readonly at: "newest" | "end";
  /** Members of the first message of the newest part to replace, as JSON. */
  readonly set?: Readonly<Record<string, string>>;
}

/** How a format records a compaction by itself, leaving the messages in the file. */
export interface NativeDropping {
  /** Messages kept besides the newest part: the system's and the task (`any`), or none. */
  readonly keeps: "any" | "newest";
  /** Pure, and without a clock: ids are derived from the content, times from the neighbours. */
  condense(context: CondenseContext): NativeCondensation;
  /**
   * Whether the format's reader would find that only the newest part of a transcript (indexes of `found`)
   * stays. Omitted: it always does.
   */
  isReadBack?(
    found: Sequence<Found>,
    cut: { readonly newest: readonly number[]; readonly hasSummary: boolean },
  ): boolean;
}
