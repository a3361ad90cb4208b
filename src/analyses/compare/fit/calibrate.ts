import { quartilesOf } from "../quartiles.ts";
import { cacheLifetime } from "./cache-lifetime.ts";
import type { CountedTokens, FitDeviation, FittedTurn, UsageFit } from "./fit-result.ts";
import { offsetsOf, stretchesOf, TOLERANCE } from "./prompt-stretches.ts";
import type { RecordedRequest } from "./recorded-request.ts";

/** Facts of a session's requests that no message shows; they hold for the replay of every setting. */
export interface Calibration {
  /** For each request the tokens of its prompt that are not in the transcript; negative: fewer were sent. */
  readonly overheads: readonly number[];
  /** For each request the tokens that its cache still held, where that was not all of the prompt before. */
  readonly held: readonly (number | undefined)[];
  readonly fit: UsageFit;
}

/**
 * Compares the requests of a session, left alone, with what its provider counted. Finds where prompts had something
 * that the transcript does not show, and where the cache held less than the prompt before: it had expired, another
 * model was asked, or no reason is on record.
 */
export function calibrate(requests: readonly RecordedRequest[]): Calibration {
  const { overheads, begins } = overheadsOf(requests);
  const caches = requests.some(({ usage }) => (usage?.read ?? 0) > 0);
  const reach = cacheReach(requests);
  // Of the first prompt, and of any that finds the cache empty, other sessions may keep a part there.
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
    // Nothing foretold what came in here: without it the prompt would have been as large as this.
    const turn = fittedTurn(request, { prompt: prompt - grew + hidden, ...(caches && { read }) });
    held.push(turn !== undefined && differs(turn, "read") ? request.usage?.read : kept);
    if (turn === undefined) return;
    turns.push(turn);
    deviations.push(...deviationsOf(turn, { reason, whole, grew: grew - hidden, hidden }));
  });
  return { overheads, held, fit: fitOf(turns, deviations) };
}

/** The cache as a request finds it. */
interface FoundCache {
  /** The tokens that it could have, and those that it had kept if that was not all. */
  readonly whole: number;
  readonly kept: number | undefined;
  /** The tokens that are read from it. */
  readonly read: number;
  /** Why it had less. */
  readonly reason: Emptied | undefined;
}

function cacheAt(
  request: RecordedRequest,
  {
    before,
    base,
    prompt,
    shared,
    reach,
  }: {
    readonly before: RecordedRequest | undefined;
    /** The tokens of the prompt before that no message shows. */
    readonly base: number;
    readonly prompt: number;
    /** The tokens that an empty cache still has. */
    readonly shared: number;
    /** The part that a full one gives back; undefined where nothing was ever read from it. */
    readonly reach: number | undefined;
  },
): FoundCache {
  const goesOn = before?.context === request.context;
  const whole = before === undefined ? prompt : base + (goesOn ? before.size : 0);
  const emptied = reach === undefined ? undefined : reasonForEmpty(request, before);
  const part =
    emptied === undefined && goesOn ? heldPart(request, { before, base, whole }) : undefined;
  const kept = emptied !== undefined || before === undefined ? shared : part?.held;
  const read = Math.max(0, Math.min(kept ?? (reach ?? 1) * whole, whole, prompt));
  return { whole, kept, read, reason: emptied ?? part?.reason };
}

/**
 * How much of the prompt before the cache of a provider gives back that writes to it unasked: the median, from 0.9 up.
 * Gemini's and OpenAI's keep blocks and may not have the newest yet. 1 where writes are on record.
 */
function cacheReach(requests: readonly RecordedRequest[]): number {
  if (requests.some(({ usage }) => (usage?.write ?? 0) > 0)) return 1;
  const shares = requests.flatMap(({ usage, context }, k) => {
    const before = requests[k - 1];
    if (before?.usage === undefined || before.context !== context) return [];
    const share = (usage?.read ?? 0) / before.usage.prompt;
    return share >= LEAST_REACH ? [Math.min(1, share)] : [];
  });
  return quartilesOf(shares)?.median ?? 1;
}

const LEAST_REACH = 0.9;

/** The part of the prompt before that the cache still has, where that is on record, and why not all of it. */
function heldPart(
  { sameUpTo }: RecordedRequest,
  {
    before,
    base,
    whole,
  }: {
    readonly before: RecordedRequest | undefined;
    readonly base: number;
    readonly whole: number;
  },
): { readonly held: number; readonly reason: Emptied } | undefined {
  if (sameUpTo !== undefined) return { held: base + sameUpTo, reason: { kind: "dropped" } };
  const { read = 0, write = 0, prompt = 0 } = before?.usage ?? {};
  const uncached = write > 0 ? prompt - read - write : 0;
  return uncached > UNCACHED * prompt
    ? { held: whole - uncached, reason: { kind: "unwritten" } }
    : undefined;
}

/** A tail of the prompt that is not written to the cache, as a share of it: less is how requests end. */
const UNCACHED = 0.01;

/** The tokens of the reply before that it does not show, where these are by how much the prompt grew. */
function hiddenReply(
  { usage }: RecordedRequest,
  before: RecordedRequest | undefined,
  grew: number,
): number {
  const hidden = Math.max(0, (before?.usage?.output ?? 0) - (before?.reply ?? 0));
  return Math.abs(grew - hidden) <= TOLERANCE * (usage?.prompt ?? 0) ? hidden : 0;
}

type Emptied = Pick<FitDeviation, "kind" | "model" | "seconds">;

/** How the counts of a turn differ from what was simulated. */
function deviationsOf(
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

/** Whether only a part of the prompt before is gone. */
function isPart({ kind }: Emptied): boolean {
  return kind === "dropped" || kind === "unwritten";
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0;
}

/** The reason on record for a cache that has nothing of the prompt before. */
function reasonForEmpty(
  { model, time }: RecordedRequest,
  before: RecordedRequest | undefined,
): Emptied | undefined {
  if (before === undefined) return undefined;
  if (model !== undefined && before.model !== undefined && model !== before.model)
    return { kind: "model", model };
  if (time === undefined || before.time === undefined) return undefined;
  const seconds = Math.round((time - before.time) / 1000);
  const lifetime = cacheLifetime(model, before.usage?.keepsLong ?? false);
  return lifetime !== undefined && seconds > lifetime ? { kind: "expired", seconds } : undefined;
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

function fittedTurn(
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
function differs({ recorded, simulated }: FittedTurn, key: keyof CountedTokens): boolean {
  return Math.abs((simulated[key] ?? 0) - (recorded[key] ?? 0)) > TOLERANCE * recorded.prompt;
}

function difference(
  { step, recorded, simulated }: FittedTurn,
  key: keyof CountedTokens,
): FitDeviation {
  const tokens = Math.round((recorded[key] ?? 0) - (simulated[key] ?? 0));
  const kind = key === "prompt" ? "size" : tokens < 0 ? "cold" : "warm";
  return { step, kind, tokens: key === "prompt" ? tokens : Math.abs(tokens) };
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
