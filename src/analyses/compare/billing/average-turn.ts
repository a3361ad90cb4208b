import { tokensOfEdit } from "../../../reduce/pipeline/part-edits.ts";
import type { Replay } from "../../../reduce/replay/replayed-prompts.ts";
import { deadToolTurns, type Transcript } from "../../../transcript/model/transcript.ts";
import { liveObservations } from "../../inspect/live-messages.ts";
import type { ReplayedContext } from "../replayed-context.ts";
import type { AverageTurn } from "../result.ts";

/** The average tool turn of a session, in tokens; placeholders are the same in every setting. */
export function averageTurn(contexts: readonly ReplayedContext[]): AverageTurn {
  const sums = { action: 0, observation: 0, observations: 0, placeholder: 0, placeholders: 0 };
  let toolTurns = 0;
  for (const context of contexts) {
    addParts(sums, context);
    toolTurns += liveToolTurns(context.requests.transcript);
  }
  const count = Math.max(1, toolTurns);
  const each = sums.placeholders === 0 ? 0 : sums.placeholder / sums.placeholders;
  return {
    action: sums.action / count,
    observation: sums.observation / count,
    placeholder: (each * sums.observations) / count,
  };
}

/** Tokens of actions, observations and placeholders, and the number of the latter two. */
interface PartSums {
  action: number;
  observation: number;
  observations: number;
  placeholder: number;
  placeholders: number;
}

/** Adds the parts that reach the model, with the placeholders of the setting that masks most. */
function addParts(sums: PartSums, { requests, replays }: ReplayedContext): void {
  const { transcript, counter, before, start } = requests;
  const tokensOf = (part: number) => (before[part + 1] ?? 0) - (before[part] ?? 0);
  const most = mostMasking(replays);
  for (const part of liveObservations(transcript)) {
    if (transcript.isFixed(part.message)) continue;
    sums.observations++;
    sums.observation += tokensOf(part.index);
    const text = most?.textAt(part, transcript.turns.count);
    if (text === undefined) continue;
    sums.placeholders++;
    sums.placeholder += tokensOfEdit(transcript, part, { text, counter });
  }
  for (let part = start; part < transcript.parts.length; part++) {
    const message = transcript.messageOf(part);
    if (transcript.roleOf(message) !== "assistant" || transcript.isFixed(message)) continue;
    if (transcript.kindOf(part) !== "observation") sums.action += tokensOf(part);
  }
}

function liveToolTurns(transcript: Transcript): number {
  const { turns } = transcript;
  return turns.toolTurnsUpTo(turns.count) - deadToolTurns(transcript);
}

function mostMasking(replays: readonly Replay[]): Replay | undefined {
  return replays.reduce<Replay | undefined>(
    (most, each) =>
      most === undefined || each.final.maskedCount > most.final.maskedCount ? each : most,
    undefined,
  );
}
