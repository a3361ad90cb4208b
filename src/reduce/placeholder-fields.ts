import { REF_DIGITS, refOf } from "../digest.ts";
import { EXIT_CHARS, exitOf } from "../transcript/exit.ts";
import { type ObservationPart, type Part, textCharsOf } from "../transcript/message.ts";
import { type Transcript, turnOfObservation } from "../transcript/transcript.ts";
import { mainArguments } from "./main-arguments.ts";
import type { FieldValues } from "./template.ts";

/** What each field of a template says of an observation. */
export function fieldsOf(transcript: Transcript): FieldValues<ObservationPart> {
  const refs = createRefs(transcript);
  return {
    ref: refs,
    originalLength: textCharsOf,
    toolName: (observation) => transcript.toolName(observation) || "unknown",
    callId: (observation) => callIdOf(transcript, observation) ?? "unknown",
    turn: (observation) => turnOfObservation(transcript, observation),
    lines: (observation) => countLines(transcript.text(observation)),
    original_chars: textCharsOf,
    tool_name: (observation) => transcript.toolName(observation) || "inconnu",
    tool_call_id: (observation) => callIdOf(transcript, observation) ?? "inconnu",
    args: (observation) => argumentsOf(transcript, observation),
    exit: (observation) =>
      exitOf(
        transcript.excerpt(observation, EXIT_CHARS).slice(0, EXIT_CHARS),
        transcript.excerpt(observation, -EXIT_CHARS).slice(-EXIT_CHARS),
        observation.isError,
      ),
  };
}

/** The refs of observations. Each is held, as the number that its digits are: texts are read for it. */
function createRefs(transcript: Transcript): (observation: ObservationPart) => string {
  let known: Float64Array | undefined;
  return (observation) => {
    known ??= new Float64Array(transcript.parts.length);
    const { index } = observation;
    if (known[index]) return (known[index] ?? 0).toString(16).padStart(REF_DIGITS, "0");
    const ref = refOf(transcript.text(observation));
    known[index] = Number.parseInt(ref, 16);
    return ref;
  };
}

function callOf(transcript: Transcript, observation: ObservationPart): Part | undefined {
  const mate = transcript.pairs.mate(observation.index);
  return mate === undefined ? undefined : transcript.parts.at(mate);
}

/** What a call was about; empty where the call is not known. */
function argumentsOf(transcript: Transcript, observation: ObservationPart): string {
  const call = callOf(transcript, observation);
  if (call?.kind !== "call") return "";
  return mainArguments(transcript.text(call).slice(call.name.length)).trim();
}

function callIdOf(transcript: Transcript, observation: ObservationPart): string | undefined {
  const call = callOf(transcript, observation);
  return transcript.callId(observation) ?? (call && transcript.callId(call));
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return text.endsWith("\n") ? lines - 1 : lines;
}
