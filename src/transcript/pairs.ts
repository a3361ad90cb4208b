import type { CallPart, ObservationPart, Part } from "./message.ts";

/** Which call each observation answers. */
export interface Pairs {
  /** The other half of part `index`, as the number of a part. */
  mate(index: number): number | undefined;
  /** Calls without an observation, and observations without a call. */
  readonly violations: number;
}

/**
 * Pairs calls with observations, in one pass.
 *
 * With an id, an observation belongs to the latest call of that id still open: ids repeat in real
 * transcripts. Without one, to the first call still open of the latest turn that has such calls, by
 * name where the observation has a name.
 */
export function pairsOf(parts: Iterable<Part>, turnOf: (message: number) => number): Pairs {
  const mates = new Map<number, number>();
  const openById = new Map<string, CallPart[]>();
  let openInOrder: CallPart[] = [];
  let turn = 0;
  let calls = 0;
  let observations = 0;

  const take = (part: ObservationPart): CallPart | undefined => {
    if (part.callId !== undefined) return openById.get(part.callId)?.pop();
    const at = openInOrder.findIndex(
      (call) => part.toolName === undefined || call.name === part.toolName,
    );
    return at < 0 ? undefined : openInOrder.splice(at, 1)[0];
  };

  for (const part of parts) {
    if (part.kind === "call") {
      calls++;
      if (part.id !== undefined) {
        const open = openById.get(part.id);
        if (open === undefined) openById.set(part.id, [part]);
        else open.push(part);
        continue;
      }
      if (turnOf(part.message) !== turn) openInOrder = [];
      turn = turnOf(part.message);
      openInOrder.push(part);
    } else if (part.kind === "observation") {
      observations++;
      const call = take(part);
      if (call === undefined) continue;
      mates.set(part.index, call.index);
      mates.set(call.index, part.index);
    }
  }
  return {
    mate: (index) => mates.get(index),
    violations: calls + observations - mates.size,
  };
}
