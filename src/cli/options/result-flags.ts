import { RESULT_KINDS } from "../../report/index.ts";
import { oneOf } from "./argument-types.ts";
import type { Flags } from "./flag.ts";
import { REPORT_FLAGS } from "./report-flags.ts";

/** The options of commands whose result is a report. */
export const RESULT_FLAGS = {
  report: {
    ...REPORT_FLAGS.report,
    description: `how the result is written: ${RESULT_KINDS.join(", ")}`,
    brief: RESULT_KINDS.join(", "),
    group: "Options",
    type: oneOf(RESULT_KINDS),
    environment: false,
  },
} as const satisfies Flags;
