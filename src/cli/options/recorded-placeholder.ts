import { DEFAULT_PLACEHOLDER } from "../../reduce/placeholders/template.ts";
import { COMPACT_FLAGS } from "./compact-flags.ts";

/** The option by which commands that only read know the placeholders in their input. */
export const RECORDED_PLACEHOLDER = {
  ...COMPACT_FLAGS.placeholder,
  description: `the text of placeholders in the input (default: "${DEFAULT_PLACEHOLDER}")`,
  group: "Options",
} as const;
