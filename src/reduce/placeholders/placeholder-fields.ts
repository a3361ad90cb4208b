import { REF_DIGITS, refOf } from "../../base/digest.ts";
import { withThousands } from "../../base/thousands.ts";
import { exitOf, outcomeOf } from "../../transcript/model/exit.ts";
import { type ObservationPart, type Part, textCharsOf } from "../../transcript/model/message.ts";
import { type Transcript, turnOfObservation } from "../../transcript/model/transcript.ts";
import { mainArguments } from "../texts/main-arguments.ts";
import { argumentWords, callWords } from "./call-words.ts";
import type { FieldValues } from "./template.ts";

/** The sources of a template's fields for an observation. */
export interface FieldSource<T> {
  text(of: T): string;
  /** Its first (`count` > 0) or last (`count` < 0) characters, or more. */
  excerpt(of: T, count: number): string;
  /** False if its first and last characters certainly have no exit code. */
  mayNameCode?(of: T): boolean;
  chars(of: T): number;
  isError(of: T): boolean;
  turn(of: T): number;
  toolName(of: T): string | undefined;
  callId(of: T): string | undefined;
  /** The arguments of its call; empty if the call is not known. */
  args(of: T): string;
  /** The result of `argumentWords` for them, if already known. */
  argument?(of: T): string;
  ref(of: T): string;
}

/** The values of a template's fields for an observation. */
export function fieldsFrom<T>(source: FieldSource<T>): FieldValues<T> {
  return {
    ref: (of) => source.ref(of),
    originalLength: (of) => source.chars(of),
    toolName: (of) => source.toolName(of) || "unknown",
    callId: (of) => source.callId(of) || "unknown",
    turn: (of) => source.turn(of),
    lines: (of) => countLines(source.text(of)),
    original_chars: (of) => source.chars(of),
    tool_name: (of) => source.toolName(of) || "inconnu",
    tool_call_id: (of) => source.callId(of) || "inconnu",
    args: (of) => mainArguments(source.args(of)).trim(),
    call: (of) => callWords(source.toolName(of), argumentFrom(source, of)),
    chars: (of) => withThousands(source.chars(of)),
    exit: (of) => exitFrom(source, of),
  };
}

function argumentFrom<T>(source: FieldSource<T>, of: T): string {
  return source.argument?.(of) ?? argumentWords(source.args(of));
}

/** How a call ended. */
function exitFrom<T>(source: FieldSource<T>, of: T): string {
  if (source.mayNameCode?.(of) === false) return outcomeOf(source.isError(of));
  return exitOf({
    excerpt: (count) => source.excerpt(of, count),
    isError: () => source.isError(of),
  });
}

/** The fields of the observations of a transcript. */
export function fieldsOf(transcript: Transcript): FieldValues<ObservationPart> {
  return fieldsFrom<ObservationPart>({
    text: (observation) => transcript.text(observation),
    excerpt: (observation, count) => transcript.excerpt(observation, count),
    chars: textCharsOf,
    isError: ({ isError }) => isError,
    turn: (observation) => turnOfObservation(transcript, observation),
    toolName: (observation) => transcript.toolName(observation),
    callId: (observation) => callIdOf(transcript, observation),
    args: (observation) => argumentsOf(transcript, observation),
    ref: createRefs(transcript),
  });
}

/** The refs of observations. Cached as numbers, since computing one reads the text. */
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

/** The arguments of a call; empty where the call is not known. */
function argumentsOf(transcript: Transcript, observation: ObservationPart): string {
  const call = callOf(transcript, observation);
  if (call?.kind !== "call") return "";
  return transcript.text(call).slice(call.name.length);
}

function callIdOf(transcript: Transcript, observation: ObservationPart): string | undefined {
  const call = callOf(transcript, observation);
  return transcript.callId(observation) ?? (call && transcript.callId(call));
}

/** Counts lines like Python's `str.splitlines`, as SWE-agent's placeholder does. */
function countLines(text: string): number {
  let lines = 0;
  let start = 0;
  for (const { 0: lineBreak, index } of text.matchAll(LINE_BREAK)) {
    lines++;
    start = index + lineBreak.length;
  }
  return start < text.length ? lines + 1 : lines;
}

const LINE_BREAK = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/g;
