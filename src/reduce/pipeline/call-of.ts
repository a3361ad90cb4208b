import type { CallPart, ObservationPart } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { clipText } from "../texts/clip.ts";
import { mainArguments } from "../texts/main-arguments.ts";
import { oneLine } from "../texts/white-space.ts";

/** The call of an observation, if known. */
export function callOf(transcript: Transcript, observation: ObservationPart): CallPart | undefined {
  const mate = transcript.pairs.mate(observation.index);
  const call = mate === undefined ? undefined : transcript.parts.at(mate);
  return call?.kind === "call" ? call : undefined;
}

/** The arguments of a call as written: mostly JSON. */
export function argumentsOf(transcript: Pick<Transcript, "text">, call: CallPart): string {
  return transcript.text(call).slice(call.name.length);
}

/** The most chars of a call's arguments in reports. */
const MAX_ARGUMENT = 200;

/** The main argument of a call, on one line and clipped; undefined if there is none. */
export function argumentOf(transcript: Transcript, call: CallPart | undefined): string | undefined {
  if (call === undefined) return undefined;
  const words = oneLine(mainArguments(argumentsOf(transcript, call)));
  return words === "" ? undefined : clipText(words, MAX_ARGUMENT);
}

/** A call in a few words: its name and main argument. */
export function inWords(transcript: Transcript, observation: ObservationPart): string {
  const name = transcript.toolName(observation) ?? "";
  const call = callOf(transcript, observation);
  const about = call === undefined ? "" : mainArguments(argumentsOf(transcript, call));
  return `${name} ${about}`.trim();
}
