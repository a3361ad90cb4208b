import type { ModelReply } from "../../model/model.ts";
import type { ReachedInputs } from "../inputs.ts";
import { type Limited, withinLimits } from "../limits.ts";
import { estimateTokens, type Snapshot, snapshotOf, snapshotTokens } from "../snapshot.ts";
import { type BadReply, type Dropped, isBad, parseReply, type ReflectedReply } from "./reply.ts";
import { untracedItems } from "./trace.ts";

/** Below this a snapshot is small enough without a model (`min_snapshot_tokens` of seed 5). */
export const MIN_SNAPSHOT_TOKENS = 400;

/** What a model has to save to be taken (`min_savings_tokens` of seed 5). */
export const MIN_SAVINGS_TOKENS = 100;

/** Why the keywords' snapshot stands, in one word for programs. */
export type SkippedReason =
  | "no_model"
  | "dry_run"
  | "below_threshold"
  | "api_error"
  | BadReply["problem"]
  | "untraced_items"
  | "insufficient_savings";

/** What came of asking a model for a better snapshot. */
export interface Reflection {
  /** Undefined where its snapshot is the one that stands. */
  readonly skippedReason: SkippedReason | undefined;
  /** The same in a sentence, where there is more to say. */
  readonly detail?: string;
  /** What it made, taken or not, as far as it could be read. */
  readonly proposed?: Snapshot;
  readonly cut?: Limited["cut"];
  readonly dropped?: readonly Dropped[];
  /** The names of the sources that its items were made of. */
  readonly sources?: ReflectedReply["sources"];
}

/** What there is to judge a reply by. */
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
  const { content, cut } = withinLimits(parsed.content);
  const { generated_at: now, iteration } = deterministic;
  const proposed = snapshotOf(content, { now, iteration });
  const read = { proposed, cut, dropped: parsed.dropped, sources: parsed.sources };
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
  return { ...read, skippedReason: undefined };
}

function untracedIn(items: ReturnType<typeof untracedItems>): string {
  const [first] = items;
  const count = items.length === 1 ? "an item comes" : `${items.length} items come`;
  return `${count} from no source: ${first?.field} ${JSON.stringify(first?.text)}`;
}

/** The tokens of a reply: as its provider counted them, else estimated. */
export function replyTokens(reply: ModelReply): number | null {
  return reply.ok ? (reply.outputTokens ?? estimateTokens(reply.text)) : null;
}
