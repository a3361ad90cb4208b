import { windowOf } from "../../reduce/windows/window-ends.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import { liveObservations } from "./live-messages.ts";
import { WINDOW_SIZES, type WindowShare } from "./result.ts";

/** The sizes inside and outside several windows at the end of the transcript. */
export function windowsOf(transcript: Transcript): readonly WindowShare[] {
  return WINDOW_SIZES.map((size) => windowShare(transcript, size));
}

function windowShare(transcript: Transcript, size: number): WindowShare {
  const { firstLive, messages, turns } = transcript;
  const window = windowOf(transcript, { size, unit: "turns" });
  const step = turns.count;
  const dead = transcript.charsBefore(firstLive);
  const start = Math.max(firstLive, window.start(step));
  const outsideChars = transcript.charsBefore(start) - dead;
  let outsideObservations = 0;
  let outsideObservationChars = 0;
  for (const part of liveObservations(transcript)) {
    const leaves = window.leaves(part);
    if (leaves === undefined || leaves > step || transcript.isFixed(part.message)) continue;
    outsideObservations++;
    outsideObservationChars += part.chars;
  }
  return {
    window: size,
    insideChars: transcript.charsBefore(messages.length) - dead - outsideChars,
    outsideChars,
    outsideObservations,
    outsideObservationChars,
  };
}
