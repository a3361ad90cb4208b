import { REPORT_KINDS } from "../../report/index.ts";
import { oneOf, otherFile } from "./argument-types.ts";
import { COLOR_FLAGS } from "./color-flags.ts";
import type { Flags } from "./flag.ts";

/** The options of the report on stderr. */
export const REPORT_FLAGS = {
  report: {
    flags: "--report <kind>",
    description: `how to report what was done, on stderr: ${REPORT_KINDS.join(", ")}`,
    group: "Report",
    type: oneOf(REPORT_KINDS),
    default: "table",
  },
  explain: {
    flags: "--explain",
    description: "say why each tool result was masked or kept",
    alsoCalled: ["verbose", "why"],
    group: "Report",
  },
  diff: {
    flags: "--diff",
    description: "with -n: show on stdout what would be masked or changed, as elision diff does",
    brief: "with -n: show what would be masked",
    group: "Report",
    environment: false,
  },
  reportFile: {
    flags: "--report-file <file>",
    description: "write the report to this file instead",
    group: "Report",
    type: otherFile,
  },
  quiet: {
    flags: "-q, --quiet",
    description: "print nothing on stderr but errors",
    group: "Report",
  },
  color: { ...COLOR_FLAGS.color, group: "Report" },
  noColor: { ...COLOR_FLAGS.noColor, group: "Report" },
} as const satisfies Flags;
