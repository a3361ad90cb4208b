import type { CountedTokens, FitDeviation, FittedTurn, UsageFit } from "./fit-result.ts";
import { deviationsOf, differs, fittedTurn } from "./fitted-turn.ts";
import { cacheAt, cacheReach } from "./found-cache.ts";
import { offsetsOf, stretchesOf, TOLERANCE } from "./prompt-stretches.ts";
import type { RecordedRequest } from "./recorded-request.ts";

/** Facts about a session's requests that no message shows; they apply to the replay of every setting. */
export interface Calibration {
  /** For each request the tokens of its prompt that are not in the transcript; negative: fewer were sent. */
  readonly overheads: readonly number[];
  /** For each request the tokens still in its cache, if less than the whole previous prompt. */
  readonly held: readonly (number | undefined)[];
  readonly fit: UsageFit;
}

/**
 * Compares the requests of a session, left alone, with what its provider counted. Finds where prompts had content
 * that the transcript does not show, and where the cache had less than the previous prompt: it had expired,
 * another model was used, or for no known reason.
 */
export function calibrate(requests: readonly RecordedRequest[]): Calibration {
  const { overheads, begins } = overheadsOf(requests);
  const caches = requests.some(({ usage }) => (usage?.read ?? 0) > 0);
  const reach = cacheReach(requests);
  // A part of the first prompt, and of any that finds the cache empty, may be cached by other sessions.
  const shared = requests[0]?.usage?.read ?? 0;
  const held: (number | undefined)[] = [];
  const turns: FittedTurn[] = [];
  const deviations: FitDeviation[] = [];
  requests.forEach((request, k) => {
    const before = requests[k - 1];
    const base = at(overheads, before?.context === request.context ? k - 1 : 0);
    const prompt = at(overheads, k) + request.size;
    const { whole, kept, read, reason } = cacheAt(request, {
      before,
      base,
      prompt,
      shared,
      reach: caches ? reach : undefined,
    });
    const grew = begins.has(k) ? at(overheads, k) - base : 0;
    const hidden = grew > 0 ? hiddenReply(request, before, grew) : 0;
    // The growth here could not be foreseen: without it the prompt would have this size.
    const turn = fittedTurn(request, { prompt: prompt - grew + hidden, ...(caches && { read }) });
    held.push(turn !== undefined && differs(turn, "read") ? request.usage?.read : kept);
    if (turn === undefined) return;
    turns.push(turn);
    deviations.push(...deviationsOf(turn, { reason, whole, grew: grew - hidden, hidden }));
  });
  return { overheads, held, fit: fitOf(turns, deviations) };
}

/** The tokens of the previous reply that the transcript does not show, if the prompt grew by that many. */
function hiddenReply(
  { usage }: RecordedRequest,
  before: RecordedRequest | undefined,
  grew: number,
): number {
  const hidden = Math.max(0, (before?.usage?.output ?? 0) - (before?.reply ?? 0));
  return Math.abs(grew - hidden) <= TOLERANCE * (usage?.prompt ?? 0) ? hidden : 0;
}

/** The tokens of each request that its transcript does not show, and the requests at which those change. */
function overheadsOf(requests: readonly RecordedRequest[]) {
  const counted = requests.flatMap(({ usage, size }, request) =>
    usage === undefined ? [] : [{ request, size, tokens: usage.prompt }],
  );
  const sizes = counted.map(({ size }) => size);
  const tokens = counted.map((each) => each.tokens);
  const stretches = stretchesOf(sizes, tokens);
  const offsets = offsetsOf(sizes, tokens, stretches);
  const begins = new Set<number>();
  const known = new Map(counted.map(({ request }, k) => [request, offsets[k] ?? 0]));
  stretches.forEach((first, k) => {
    if (k > 0 && first === k) begins.add(counted[k]?.request ?? 0);
  });
  let latest = offsets[0] ?? 0;
  const overheads = requests.map((_, request) => {
    latest = known.get(request) ?? latest;
    return latest;
  });
  return { overheads, begins };
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0;
}

function fitOf(turns: readonly FittedTurn[], deviations: readonly FitDeviation[]): UsageFit {
  const within = turns.filter((turn) => turn.within).length;
  const sum = (of: (turn: FittedTurn) => CountedTokens): CountedTokens => {
    const total = (key: keyof CountedTokens) =>
      Math.round(turns.reduce((all, turn) => all + (of(turn)[key] ?? 0), 0));
    const reads = turns.some((turn) => of(turn).read !== undefined);
    return { prompt: total("prompt"), ...(reads && { read: total("read") }) };
  };
  return {
    turns: turns.length,
    within5Percent: turns.length === 0 ? 1 : within / turns.length,
    recorded: sum(({ recorded }) => recorded),
    simulated: sum(({ simulated }) => simulated),
    deviations,
    all: turns,
  };
}
