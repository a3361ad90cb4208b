import type { Format } from "./format.ts";
import type { FormatSet } from "./format-set.ts";
import { BUILT_IN } from "./index.ts";

/** The possible formats of an input, and the requested one, if any. */
export interface FormatChoice {
  readonly among: FormatSet;
  readonly asked: Format | undefined;
}

/** Detects the format among elision's own. */
export const FOUND_BY_CONTENT: FormatChoice = { among: BUILT_IN, asked: undefined };
