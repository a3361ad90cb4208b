import type { CallPart, ObservationPart } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { mainArguments } from "../texts/main-arguments.ts";

/** The call that an observation answers, if that is known. */
export function callOf(transcript: Transcript, observation: ObservationPart): CallPart | undefined {
  const mate = transcript.pairs.mate(observation.index);
  const call = mate === undefined ? undefined : transcript.parts.at(mate);
  return call?.kind === "call" ? call : undefined;
}

/** The arguments of a call, as they were written: mostly JSON. */
export function argumentsOf(transcript: Transcript, call: CallPart): string {
  return transcript.text(call).slice(call.name.length);
}

/** A call in a few words: its name, and what it was about. */
export function inWords(transcript: Transcript, observation: ObservationPart): string {
  const name = transcript.toolName(observation) ?? "";
  const call = callOf(transcript, observation);
  const about = call === undefined ? "" : mainArguments(argumentsOf(transcript, call));
  return `${name} ${about}`.trim();
}
