import type { TranscriptTelemetry } from "../../engine/edits/compaction-result.ts";
import type { ReasoningOutcome } from "../../reduce/binding/reasoning-outcome.ts";

/** Facts about transcripts that the notes below a report name. */
export interface NotedFacts {
  /** The formats of transcripts that miss their budget and cannot drop messages. */
  readonly undropped: ReadonlySet<string>;
  /** Reasons why a model's replies were not used, by transcript. */
  readonly refusals: readonly string[];
  /** How many parts each pass had to leave unchanged, by pass and format. */
  readonly untouched: ReadonlyMap<string, number>;
  /** The treatment of bound reasoning, by transcript. */
  readonly reasoning: readonly ReasoningOutcome[];
}

/** Facts of no transcript, and a function that adds those of one. */
export function collectFacts(): {
  readonly facts: NotedFacts;
  add(telemetry: TranscriptTelemetry): void;
} {
  const undropped = new Set<string>();
  const refusals: string[] = [];
  const untouched = new Map<string, number>();
  const reasoning: ReasoningOutcome[] = [];
  return {
    facts: { undropped, refusals, untouched, reasoning },
    add(telemetry) {
      const { file, line, format, undroppable, modelRefused } = telemetry;
      if (undroppable !== undefined) undropped.add(undroppable);
      if (modelRefused !== undefined) refusals.push(`${file}:${line}: model: ${modelRefused}`);
      if (telemetry.reasoning !== undefined) reasoning.push(telemetry.reasoning);
      for (const [pass, count] of Object.entries(telemetry.untouched ?? {})) {
        const name = `${pass} in ${format}`;
        untouched.set(name, (untouched.get(name) ?? 0) + count);
      }
    },
  };
}
