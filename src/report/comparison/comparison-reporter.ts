import type {
  ComparedFile,
  ComparedPrompts,
  ComparedTotals,
  ComparedTranscript,
} from "../../analyses/compare/compared.ts";
import type { Reporter } from "../reporter.ts";

/** A reporter of comparisons; the prompts come with the totals. */
export interface ComparisonReporter
  extends Omit<Reporter<ComparedTranscript, ComparedFile, ComparedTotals>, "finish"> {
  finish(totals: ComparedTotals, prompts: ComparedPrompts | undefined): Promise<void>;
}
