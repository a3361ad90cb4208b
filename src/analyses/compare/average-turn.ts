import { tokensOfEdit } from "../../reduce/pipeline/part-edits.ts";
import type { Replay } from "../../reduce/replay/replayed-prompts.ts";
import type { ReplayedContext } from "./replayed-context.ts";
import type { AverageTurn } from "./result.ts";

/** The average tool turn of a session, in tokens; placeholders are the same in every setting. */
export function averageTurn(contexts: readonly ReplayedContext[]): AverageTurn {
  const sums = { action: 0, observation: 0, placeholder: 0 };
  let toolTurns = 0;
  let observations = 0;
  let placeholders = 0;
  for (const { requests, replays } of contexts) {
    const { transcript, counter, before } = requests;
    const { turns, messages, firstLive } = transcript;
    const most = mostMasking(replays);
    for (let at = firstLive; at < messages.length; at++) {
      const message = messages.at(at);
      if (message === undefined || message.fixed) continue;
      for (const part of message.parts) {
        const tokens = (before[part.index + 1] ?? 0) - (before[part.index] ?? 0);
        if (part.kind === "observation") {
          observations++;
          sums.observation += tokens;
          const text = most?.textAt(part, turns.count);
          if (text === undefined) continue;
          placeholders++;
          sums.placeholder += tokensOfEdit(transcript, part, { text, counter });
        } else if (message.role === "assistant") sums.action += tokens;
      }
    }
    const dead = firstLive === 0 ? 0 : turns.toolTurnsUpTo(turns.of(firstLive - 1));
    toolTurns += turns.toolTurnsUpTo(turns.count) - dead;
  }
  const count = Math.max(1, toolTurns);
  const each = placeholders === 0 ? 0 : sums.placeholder / placeholders;
  return {
    action: sums.action / count,
    observation: sums.observation / count,
    placeholder: (each * observations) / count,
  };
}

function mostMasking(replays: readonly Replay[]): Replay | undefined {
  return replays.reduce<Replay | undefined>(
    (most, each) =>
      most === undefined || each.final.maskedCount > most.final.maskedCount ? each : most,
    undefined,
  );
}
