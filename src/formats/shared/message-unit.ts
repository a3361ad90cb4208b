import type { OpenedString } from "../../json/splice/open-string.ts";
import type { Node } from "../../json/tree/tree.ts";

/** Where a message lies: it is an item of an array, or (`NONE`) the whole record. */
export interface Unit {
  readonly array: Node;
  readonly node: Node;
  /** The string that it lies in, if it is in JSON in a string. */
  readonly inside: OpenedString | undefined;
}
