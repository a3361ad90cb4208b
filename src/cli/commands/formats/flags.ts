import type { Flags, ValuesOf } from "../../options/flag.ts";
import { formatFlags } from "../../options/format-flags.ts";
import { RESULT_FLAGS } from "../../options/result-flags.ts";

export const FORMATS_FLAGS = {
  ...RESULT_FLAGS,
  formatModule: formatFlags("Options").formatModule,
} as const satisfies Flags;

/** The options of `formats`, as values. */
export type FormatsFlags = ValuesOf<typeof FORMATS_FLAGS>;
