import { quotedStart } from "../../base/quoted.ts";
import type { CallPart, ObservationPart, Part } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import type { Fault } from "./finding.ts";

/**
 * Finds calls that were never answered although the agent went on, observations that answer no call, and calls
 * with the id of a call that is still open.
 *
 * A call left open where a transcript ends is normal. So are calls and observations without an id, which no reader
 * pairs; an observation without an id in the turn of a call with one may be its answer. Messages that no longer
 * reach the model, and demonstrations, are not checked.
 */
export function* checkPairs(transcript: Transcript): Iterable<Fault<Part>> {
  const { pairs, turns } = transcript;
  const openIds = createOpenIds();
  const unanswered: Part[] = [];
  const answeredTurns = new Set<number>();
  for (const { part, turn } of liveToolParts(transcript)) {
    const mate = pairs.mate(part.index);
    if (part.kind === "call") {
      if (mate === undefined && turn < turns.count) unanswered.push(part);
      if (openIds.open(part, transcript)) yield repeated(part, transcript);
    } else if (mate !== undefined) openIds.close(mate);
    else if (!transcript.callId(part)) answeredTurns.add(turn);
    else yield orphan(part, transcript);
  }
  for (const part of unanswered) {
    const mayBeAnswered = answeredTurns.has(turns.of(part.message));
    if (!mayBeAnswered && transcript.callId(part)) yield open(part, transcript);
  }
}

/** The calls and observations that reach the model, those of demonstrations left out. */
function* liveToolParts(
  transcript: Transcript,
): Iterable<{ readonly part: CallPart | ObservationPart; readonly turn: number }> {
  for (const message of transcript.messages) {
    if (message.index < transcript.firstLive || message.fixed) continue;
    const turn = transcript.turns.of(message.index);
    for (const part of message.parts)
      if (part.kind === "call" || part.kind === "observation") yield { part, turn };
  }
}

/**
 * The ids of open calls. Ids are only read while several calls are open, since reading an id may mean reading a
 * line again.
 */
function createOpenIds() {
  const asked = new Map<number, string>();
  const counts = new Map<string, number>();
  let only: Part | undefined;
  const file = (call: Part, transcript: Transcript): boolean => {
    const id = transcript.callId(call);
    if (id === undefined) return false;
    const before = counts.get(id) ?? 0;
    asked.set(call.index, id);
    counts.set(id, before + 1);
    return before > 0;
  };
  return {
    /** Adds a call. True if another with its id is open. */
    open(call: Part, transcript: Transcript): boolean {
      if (only === undefined && asked.size === 0) {
        only = call;
        return false;
      }
      if (only !== undefined) file(only, transcript);
      only = undefined;
      return file(call, transcript);
    },
    /** A call was answered. */
    close(call: number): void {
      if (only?.index === call) only = undefined;
      const id = asked.get(call);
      if (id === undefined) return;
      asked.delete(call);
      const left = (counts.get(id) ?? 1) - 1;
      if (left > 0) counts.set(id, left);
      else counts.delete(id);
    },
  };
}

function repeated(part: Part, transcript: Transcript): Fault<Part> {
  const id = quotedStart(transcript.callId(part) ?? "");
  return { at: part, rule: "repeated-call-id", message: `call ${id} has the id of an open call` };
}

function orphan(part: Part, transcript: Transcript): Fault<Part> {
  const id = quotedStart(transcript.callId(part) ?? "");
  return {
    at: part,
    rule: "orphan-observation",
    message: `expected an open call with id ${id} before`,
  };
}

function open(part: Part, transcript: Transcript): Fault<Part> {
  const id = quotedStart(transcript.callId(part) ?? "");
  const name = transcript.toolName(part);
  const of = name === undefined || name === "" ? "" : ` of ${quotedStart(name)}`;
  return {
    at: part,
    rule: "unanswered-call",
    message: `expected an observation for call ${id}${of} (got later turns)`,
  };
}
