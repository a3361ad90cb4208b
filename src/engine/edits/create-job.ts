import type { Archive } from "../../archive/archive.ts";
import type { Format } from "../../formats/format.ts";
import type { FormatName } from "../../formats/index.ts";
import type { FormatChoice } from "../../formats/registry/format-choice.ts";
import type { Answers } from "../../reduce/asking/ask.ts";
import type { Policy, PolicyDefaults } from "../../reduce/pipeline/checked-policy.ts";
import {
  createPolicy,
  looksForErrors,
  type PolicyOptions,
  PROGRAM_DEFAULTS,
} from "../../reduce/pipeline/policy.ts";
import type { ReduceOptions } from "../../reduce/pipeline/policy-options.ts";
import type { Problem } from "../input/input-problem.ts";
import { rowTelemetry } from "../plain/rows/row-account.ts";
import type { FileTelemetry, RowCounts, TranscriptTelemetry } from "./compaction-result.ts";
import type { ComparedTexts } from "./compared-texts.ts";
import type { Job, SideCopiesOption } from "./job.ts";
import { jobFormats } from "./job-formats.ts";

/**
 * Options of `compact` and `compactStream`: those of the reducer, with the program's defaults. The
 * window counts tool turns, 10 by default, and the task is kept.
 */
export interface CompactOptions extends ReduceOptions {
  /** The input's format, by its name or your own; left out, it is found from the content. */
  readonly format?: FormatName | Format;
  /** Formats of your own, which are looked for in the content as well. */
  readonly formats?: readonly Format[];
  /** Whether copies of masked observations that the model does not see are blanked. Default: `keep`. */
  readonly sideCopies?: SideCopiesOption;
  /** Whether the telemetry of a transcript has the decision for every observation, and its reason. */
  readonly explain?: boolean;
  /** Whether the telemetry of a transcript has the savings of masking, in turns and estimated tokens. */
  readonly savings?: boolean;
  /** Whether a line that is not JSON is an error; else it is copied as it is and reported. */
  readonly strict?: boolean;
  /**
   * The archive for removed text, so that it can be looked up and restored. Placeholders then have references. It
   * is flushed before output that refers to it, and not closed.
   */
  readonly archive?: Archive;
  /** A model's answers. Without an answer the deterministic text is used. */
  readonly answers?: Answers;
}

/** Options for developers. */
export interface JobOptions extends Omit<CompactOptions, "format" | "formats"> {
  /** The formats that inputs can be of. Default: it is found by content. */
  readonly formats?: FormatChoice;
  /** Whether conversations are always read as objects, even if columns suffice: the same bytes, slower. */
  readonly objects?: boolean;
  /** How bound reasoning is treated in sessions that are resumed from what is written. Default: `keep`. */
  readonly whenResumed?: PolicyDefaults["whenResumed"];
}

/** Listeners of a stream. */
export interface CompactListeners {
  onTranscript?(telemetry: TranscriptTelemetry): void;
  onBadLine?(problem: Problem): void;
  onFile?(telemetry: FileTelemetry): void;
}

/** The input, the listeners and the policy of a job. */
export interface JobAbout extends CompactListeners {
  readonly file?: string;
  /** The policy for the options, if already made; jobs that share it start faster. */
  readonly policy?: Policy;
  /** Where that policy adds what its globs are compared with. */
  readonly compared?: ComparedTexts | undefined;
  /** Takes the counts of rows in place of `onTranscript` for each of them. */
  onRows?(rows: RowCounts, job: Job): void;
  /** Called before records of at least this many bytes are read as objects. */
  onObjects?(bytes: number): void;
}

/** The options of a job, a counter of tokens that has a name, and whether placeholders have references. */
type GivenOptions = JobOptions & PolicyOptions;

/** The policy for options, with the program's defaults. */
export function policyFrom(options: GivenOptions): Policy {
  return createPolicy(
    { ...options, refs: options.refs ?? options.archive !== undefined },
    { ...PROGRAM_DEFAULTS, whenResumed: options.whenResumed ?? "keep" },
  );
}

/** The job for options. */
export function createJob(options: GivenOptions, about: JobAbout): Job {
  const { archive } = options;
  const policy = about.policy ?? policyFrom(options);
  const job: Job = {
    file: about.file ?? "input",
    policy,
    formats: jobFormats(policy, options.formats),
    findsErrors: looksForErrors(policy),
    findsModels: policy.rules["bound-reasoning"]?.binding === "auto",
    sideCopies: options.sideCopies ?? "keep",
    explain: options.explain ?? false,
    savings: options.savings ?? false,
    strict: options.strict ?? false,
    archive,
    answers: options.answers,
    compared: about.compared,
    objects: options.objects ?? false,
    onTranscript: (telemetry) => about.onTranscript?.(telemetry),
    onRows(rows) {
      if (about.onRows !== undefined) about.onRows(rows, job);
      else for (const telemetry of rowTelemetry(job, rows)) about.onTranscript?.(telemetry);
    },
    onBadLine: (problem) => about.onBadLine?.(problem),
    onObjects: (bytes) => about.onObjects?.(bytes),
  };
  return job;
}
