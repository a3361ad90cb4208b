import type { Transcript } from "../../transcript/model/transcript.ts";
import { liveMessages } from "./live-messages.ts";
import type { Inspection } from "./result.ts";

/** How many calls and observations there are, and how many of them stand alone. */
export type Pairing = Pick<
  Inspection,
  "calls" | "observations" | "errorObservations" | "unansweredCalls" | "orphanObservations"
>;

/** Counts the calls and observations that reach the model. */
export function pairingOf(transcript: Transcript): Pairing {
  let calls = 0;
  let observations = 0;
  let errorObservations = 0;
  let unansweredCalls = 0;
  let orphanObservations = 0;
  for (const { parts } of liveMessages(transcript)) {
    for (const part of parts) {
      if (part.kind !== "call" && part.kind !== "observation") continue;
      const isAlone = transcript.pairs.mate(part.index) === undefined;
      if (part.kind === "call") {
        calls++;
        if (isAlone) unansweredCalls++;
      } else {
        observations++;
        if (part.isError) errorObservations++;
        if (isAlone) orphanObservations++;
      }
    }
  }
  return { calls, observations, errorObservations, unansweredCalls, orphanObservations };
}
