import type { OpenedString } from "../../json/splice/open-string.ts";
import type { Slot } from "../../json/splice/slot-text.ts";

/** A slot, and the string that contains it, if it is in JSON in a string. */
export interface PlacedSlot extends Slot {
  readonly inside: OpenedString | undefined;
}
