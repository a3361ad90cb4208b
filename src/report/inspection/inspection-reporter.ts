import type {
  InspectedFile,
  InspectedTotals,
  InspectedTranscript,
} from "../../analyses/inspect/inspected.ts";
import type { Reporter } from "../reporter.ts";

/** Writes the report of an inspection. */
export type InspectionReporter = Reporter<InspectedTranscript, InspectedFile, InspectedTotals>;
