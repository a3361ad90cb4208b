import type { Replay } from "../reduce/replay/replay.ts";
import type { Requests } from "../reduce/replay/requests.ts";
import { charsWith } from "../transcript/message.ts";
import type { AverageTurn } from "./comparison.ts";

/** What the live tool turns of a transcript are made of on average, by what some replay masks. */
export function averageTurn(requests: Requests, replays: readonly Replay[]): AverageTurn {
  const { transcript, counter, before, start } = requests;
  const { turns, messages } = transcript;
  let action = 0;
  let observation = 0;
  let observations = 0;
  let placeholders = 0;
  let placeholder = 0;
  for (let at = transcript.firstLive; at < messages.length; at++) {
    const message = messages.at(at);
    if (message === undefined || message.fixed) continue;
    for (const part of message.parts) {
      const tokens = (before[part.index + 1] ?? 0) - (before[part.index] ?? 0);
      if (part.kind === "observation") {
        observations++;
        observation += tokens;
        const text = textOf(replays, part, turns.count);
        if (text === undefined) continue;
        placeholders++;
        placeholder += counter.countChars?.(charsWith(part, text)) ?? counter.count(text);
      } else if (message.role === "assistant" && part.index >= start) action += tokens;
    }
  }
  const count = Math.max(1, turns.toolTurnsUpTo(turns.count) - toolTurnsBefore(requests));
  const each = placeholders === 0 ? 0 : placeholder / placeholders;
  return {
    action: action / count,
    observation: observation / count,
    placeholder: (each * observations) / count,
  };
}

function textOf(
  replays: readonly Replay[],
  part: Parameters<Replay["textAt"]>[0],
  step: number,
): string | undefined {
  for (const { textAt } of replays) {
    const text = textAt(part, step);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Tool turns that no longer reach the model. */
function toolTurnsBefore({ transcript }: Requests): number {
  const { turns, firstLive } = transcript;
  return firstLive === 0 ? 0 : turns.toolTurnsUpTo(turns.of(firstLive - 1));
}
