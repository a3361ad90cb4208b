import type {
  ComparedFile,
  ComparedTotals,
  ComparedTranscript,
} from "../../analyses/compare/compared.ts";
import type { Reporter } from "../reporter.ts";

/** A reporter of comparisons. */
export type ComparisonReporter = Reporter<ComparedTranscript, ComparedFile, ComparedTotals>;
