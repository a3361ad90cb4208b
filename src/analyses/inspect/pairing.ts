import type { Transcript } from "../../transcript/model/transcript.ts";
import { liveMessages } from "./live-messages.ts";
import type { Inspection } from "./result.ts";

/** The number of calls and observations, and of those without a partner. */
export type Pairing = Pick<
  Inspection,
  "calls" | "observations" | "errorObservations" | "unansweredCalls" | "orphanObservations"
>;

/** Counts the calls and observations that reach the model. */
export function pairingOf(transcript: Transcript): Pairing {
  const calls = { all: 0, alone: 0 };
  const observations = { all: 0, alone: 0 };
  let errorObservations = 0;
  for (const { parts } of liveMessages(transcript))
    for (const part of parts) {
      if (part.kind !== "call" && part.kind !== "observation") continue;
      const counts = part.kind === "call" ? calls : observations;
      counts.all++;
      if (transcript.pairs.mate(part.index) === undefined) counts.alone++;
      if (part.kind === "observation" && part.isError) errorObservations++;
    }
  return {
    calls: calls.all,
    observations: observations.all,
    errorObservations,
    unansweredCalls: calls.alone,
    orphanObservations: observations.alone,
  };
}
