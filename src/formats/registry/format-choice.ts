import type { Format } from "../format.ts";
import { BUILT_IN } from "../index.ts";
import type { FormatSet } from "./format-set.ts";

/** The formats that an input can have, and the one that it is read as whatever it looks like, if that is set. */
export interface FormatChoice {
  readonly among: FormatSet;
  readonly forced: Format | undefined;
}

/** Detects the format among elision's own. */
export const FOUND_BY_CONTENT: FormatChoice = { among: BUILT_IN, forced: undefined };
