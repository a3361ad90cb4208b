import type { OpenedString } from "../../json/splice/open-string.ts";
import type { Node } from "../../json/tree/tree.ts";

/** The place of a message: an item of an array, or (`NONE`) the whole record. */
export interface Unit {
  readonly array: Node;
  readonly node: Node;
  /** The string that contains it, if it is in JSON in a string. */
  readonly inside: OpenedString | undefined;
}
