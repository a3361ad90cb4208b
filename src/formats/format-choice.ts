import type { Format } from "./format.ts";
import type { FormatSet } from "./format-set.ts";
import { BUILT_IN } from "./index.ts";

/** The formats that an input can be of, and the one that was asked for, if one was. */
export interface FormatChoice {
  readonly among: FormatSet;
  readonly asked: Format | undefined;
}

/** The format is to be found among those that elision has. */
export const FOUND_BY_CONTENT: FormatChoice = { among: BUILT_IN, asked: undefined };
