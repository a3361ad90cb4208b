import type { CountedTokens, FitDeviation, FittedTurn } from "./fit-result.ts";
import type { Emptied } from "./found-cache.ts";
import { TOLERANCE } from "./prompt-stretches.ts";
import type { RecordedRequest } from "./recorded-request.ts";

/** Compares the simulated tokens of a request with its provider's counts; undefined without counts. */
export function fittedTurn(
  { step, usage }: RecordedRequest,
  simulated: CountedTokens,
): FittedTurn | undefined {
  if (usage === undefined) return undefined;
  const { prompt, read = 0 } = usage;
  const recorded = { prompt, ...(simulated.read !== undefined && { read }) };
  const turn = { step, recorded, simulated, within: true };
  return { ...turn, within: !differs(turn, "prompt") && !differs(turn, "read") };
}

/** Whether the simulated tokens are further from the recorded than 5% of the prompt. */
export function differs({ recorded, simulated }: FittedTurn, key: keyof CountedTokens): boolean {
  return Math.abs((simulated[key] ?? 0) - (recorded[key] ?? 0)) > TOLERANCE * recorded.prompt;
}

/** The deviations of a turn's counts from the simulation. */
export function deviationsOf(
  turn: FittedTurn,
  {
    reason,
    whole,
    grew,
    hidden,
  }: {
    readonly reason: Emptied | undefined;
    readonly whole: number;
    readonly grew: number;
    readonly hidden: number;
  },
): readonly FitDeviation[] {
  const { step } = turn;
  const found: FitDeviation[] = [];
  if (reason !== undefined)
    found.push({
      step,
      ...reason,
      tokens: Math.round(whole - (isPart(reason) ? (turn.simulated.read ?? 0) : 0)),
    });
  if (hidden > 0) found.push({ step, kind: "hidden", tokens: Math.round(hidden) });
  const isRest = hidden > 0 && !differs(turn, "prompt");
  if (grew !== 0 && !isRest) {
    const kind = grew > 0 ? "unseen" : "unsent";
    found.push({ step, kind, tokens: Math.round(Math.abs(grew)) });
  } else if (differs(turn, "prompt")) found.push(difference(turn, "prompt"));
  if (differs(turn, "read")) found.push(difference(turn, "read"));
  return found;
}

/** Whether only a part of the previous prompt is missing. */
function isPart({ kind }: Emptied): boolean {
  return kind === "dropped" || kind === "unwritten";
}

function difference(
  { step, recorded, simulated }: FittedTurn,
  key: keyof CountedTokens,
): FitDeviation {
  const tokens = Math.round((recorded[key] ?? 0) - (simulated[key] ?? 0));
  const kind = key === "prompt" ? "size" : tokens < 0 ? "cold" : "warm";
  return { step, kind, tokens: key === "prompt" ? tokens : Math.abs(tokens) };
}
