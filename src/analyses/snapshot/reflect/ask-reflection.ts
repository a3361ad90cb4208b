import { quoted } from "../../../base/quoted.ts";
import type { ModelReply } from "../../../model/model-request.ts";
import { estimateTokens, type Snapshot, snapshotOf, snapshotTokens } from "../result.ts";
import type { ReachedInputs } from "../snapshot-inputs.ts";
import { type Limited, withinLimits } from "../snapshot-limits.ts";
import {
  type BadReply,
  type Dropped,
  isBad,
  parseReply,
  type ReflectedReply,
} from "./reflection-reply.ts";
import { withPutBack } from "./restore-missing.ts";
import { untracedItems } from "./trace.ts";
import { citedSources, unaccountedSources } from "./unaccounted-sources.ts";

/** Below this a snapshot needs no model (`min_snapshot_tokens`). */
export const MIN_SNAPSHOT_TOKENS = 400;

/** A model's snapshot must save this much (`min_savings_tokens`). */
const MIN_SAVINGS_TOKENS = 100;

/** Why the keywords' snapshot stands, in one word for programs. */
export type SkippedReason =
  | "no_model"
  | "dry_run"
  | "below_threshold"
  | "api_error"
  | BadReply["problem"]
  | "untraced_items"
  | "unaccounted_sources"
  | "insufficient_savings";

/** The outcome of asking a model for a better snapshot. */
export interface Reflection {
  /** Undefined where its snapshot is the one that stands. */
  readonly skippedReason: SkippedReason | undefined;
  /** The same in a sentence, where there is more to say. */
  readonly detail?: string;
  /** Its snapshot, accepted or not, as far as it could be read. */
  readonly proposed?: Snapshot;
  readonly cut?: Limited["cut"];
  readonly dropped?: readonly Dropped[];
  /** How many items of the keywords' snapshot were put back: it must not be without them. */
  readonly putBack?: number;
  /** The names of the sources that its items were made of. */
  readonly sources?: ReflectedReply["sources"];
}

/** The most items of `dropped` that are written down. */
const MAX_DROPPED = 100;

/** The inputs for judging a reply. */
export interface Reflecting {
  readonly inputs: ReachedInputs;
  /** The snapshot that stands without it. */
  readonly deterministic: Snapshot;
}

/** Judges a reply: the first gate that it does not pass says why it is not taken. */
export function judgeReply(reply: ModelReply, reflecting: Reflecting): Reflection {
  if (!reply.ok) return { skippedReason: "api_error", detail: reply.reason };
  const parsed = parseReply(reply.text);
  if (isBad(parsed)) return { skippedReason: parsed.problem, detail: parsed.detail };
  const { inputs, deterministic } = reflecting;
  const { content: whole, count: putBack } = withPutBack(parsed, { deterministic, inputs });
  const { content, cut } = withinLimits(whole);
  const { generated_at: now, iteration } = deterministic;
  const proposed = snapshotOf(content, { now, iteration });
  const dropped = parsed.dropped.slice(0, MAX_DROPPED);
  const read = { proposed, cut, dropped, putBack, sources: citedSources(parsed, inputs) };
  const untraced = untracedItems(parsed, inputs);
  if (untraced.length > 0)
    return { ...read, skippedReason: "untraced_items", detail: untracedIn(untraced) };
  const savings = snapshotTokens(deterministic) - snapshotTokens(proposed);
  if (savings < MIN_SAVINGS_TOKENS)
    return {
      ...read,
      skippedReason: "insufficient_savings",
      detail: `it saves ${savings} tokens, and ${MIN_SAVINGS_TOKENS} are asked for`,
    };
  const unaccounted = unaccountedSources(parsed, inputs);
  if (unaccounted.length > 0)
    return { ...read, skippedReason: "unaccounted_sources", detail: unaccountedIn(unaccounted) };
  return { ...read, skippedReason: undefined };
}

function untracedIn(items: ReturnType<typeof untracedItems>): string {
  const [first] = items;
  const count = items.length === 1 ? "an item comes" : `${items.length} items come`;
  return `${count} from no source: ${first?.field} ${quoted(first?.text)}`;
}

/** Names of sources that a detail has. */
const MAX_NAMES = 5;

function unaccountedIn(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => quoted(name));
  const more = names.length > MAX_NAMES ? ", …" : "";
  return `of ${names.length} entries and tasks it says nothing, not that they are dropped: ${shown.join(", ")}${more}`;
}

/** The tokens of a reply: as its provider counted them, else estimated. */
export function replyTokens(reply: ModelReply): number | null {
  return reply.ok ? (reply.outputTokens ?? estimateTokens(reply.text)) : null;
}
