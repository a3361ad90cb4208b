import type { Node, Tree } from "../../json/tree/tree.ts";
import type { Found } from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";

/** A message as it lies in the input. */
export interface CondensedMessage {
  readonly tree: Tree;
  readonly node: Node;
}

/** The facts with which a format writes a condensation in its own records. */
export interface CondenseContext {
  /** The summary of what goes; none in the fallback. */
  readonly summary: string | undefined;
  /** The chars that the model saw before. */
  readonly beforeChars: number;
  /** How many live messages stand before the first that goes. */
  readonly offset: number;
  /** The id of what stands last in the input. */
  readonly leaf: string | undefined;
  /** Messages that stay and stand before the newest part; only where any message can be kept. */
  readonly kept: readonly CondensedMessage[];
  /** The dropped messages, in conversation order. */
  dropped(): Iterable<CondensedMessage>;
  /** The last of what goes. */
  readonly last: CondensedMessage;
  /** The first of the newest part, which stays; none where nothing does. */
  readonly first: CondensedMessage | undefined;
  /** The newest of all, whether it goes or stays. */
  readonly newest: CondensedMessage;
  /** A text as a JSON string, as the records around it have theirs. */
  encode(text: string): string;
}

/** The inserted records of a condensation that removes nothing from the file. */
export interface NativeCondensation {
  /** Records: lines, or items of the array of messages. */
  readonly insert: readonly string[];
  /** Where they are put: before the newest part, or after all that there is. */
  readonly at: "newest" | "end";
  /** Members of the first message of the newest part that get another value, as JSON. */
  readonly set?: Readonly<Record<string, string>>;
}

/** How a format writes down a compaction by itself, and leaves the messages where they are. */
export interface NativeDropping {
  /** Messages kept besides the newest part: the system's and the task (`any`), or none. */
  readonly keeps: "any" | "newest";
  /** Pure, and without a clock: ids come from the content, times from the neighbours. */
  condense(context: CondenseContext): NativeCondensation;
  /**
   * Whether the format's reader would take the newest part (of all that was found, by index) for all
   * that stays of a transcript. None: it always does.
   */
  isReadBack?(
    found: Sequence<Found>,
    cut: { readonly newest: readonly number[]; readonly hasSummary: boolean },
  ): boolean;
}
