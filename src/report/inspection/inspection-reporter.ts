import type {
  InspectedFile,
  InspectedTotals,
  InspectedTranscript,
} from "../../analyses/inspect/inspected.ts";
import type { Reporter } from "../reporter.ts";

/** Writes the report of an inspection. */
export interface InspectionReporter
  extends Reporter<InspectedTranscript, InspectedFile, InspectedTotals> {
  /** Whether a transcript of this size may be shown by itself. Default: each is. */
  wants?(chars: number): boolean;
}
