import { requestMoney, tokensIn } from "../../api/live/request-money.ts";
import type { EditAccount, RequestEdit } from "../editor/editing.ts";
import { isOfThread } from "../editor/timed-editor.ts";
import type { Wire } from "../http/wire.ts";
import type { ProxyMetrics } from "./metrics.ts";
import type { ReplyUsage } from "./response-usage.ts";

/** A line of the log: never a body, a header or a key. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  readonly wire?: Wire["name"];
  /** The first digits of the conversation's digest. */
  readonly conversation?: string;
  readonly results?: number;
  readonly shortened?: number;
  readonly masked?: number;
  /** The number of edits kept from earlier requests, if the request was not read, or not in time. */
  readonly kept?: number;
  readonly fresh?: number;
  readonly savedChars?: number;
  /** A window changed what was sent before: the chars written to a cache again, and their cost. */
  readonly cacheBreak?: { readonly chars: number; readonly dollars?: number };
  /** Why it was sent unchanged, if something could have been edited. */
  readonly reason?: string;
  readonly resent?: true;
  /** Milliseconds that it was held, and in all. */
  readonly heldMs: number;
  readonly ms: number;
  readonly usage?: ReplyUsage;
  readonly error?: string;
}

/** The outcome of a request that was passed on. */
export interface Passed {
  readonly done: "passed" | "edited" | "resent";
  readonly line: Omit<RequestLine, "method" | "path" | "ms">;
}

/** The account of an edit for the log. */
export function editInLine({ account, reason, kept, splices }: RequestEdit): Partial<RequestLine> {
  // It was not read in time: it has only the edits of what was sent before.
  const isKept = kept !== undefined && (account === undefined || isOfThread(reason));
  const why = {
    ...(isKept && { kept: splices?.length ?? 0 }),
    ...(reason !== undefined && { reason }),
  };
  if (account === undefined)
    return { ...(kept && { conversation: kept.conversation.slice(0, 12) }), ...why };
  const { conversation, results, shortened, masked, fresh, savedChars, brokenChars } = account;
  return {
    conversation: conversation.slice(0, 12),
    results,
    shortened,
    ...(masked > 0 && { masked }),
    fresh,
    savedChars,
    ...(brokenChars > 0 && { cacheBreak: brokenCache(account) }),
    ...why,
  };
}

/** Counts an edit. */
export function countEdit(
  { account, reason, kept, splices }: RequestEdit,
  {
    wasSent,
    isBilled = false,
    metrics,
  }: {
    readonly wasSent: boolean;
    /** Whether its provider accepted it: a request that it refused costs nothing, and saves nothing. */
    readonly isBilled?: boolean;
    readonly metrics: ProxyMetrics;
  },
): void {
  const isUnread = splices === undefined || (kept !== undefined && account === undefined);
  if (reason !== undefined && (isUnread || isOfThread(reason)))
    metrics.count("not_edited", 1, { reason: reasonKind(reason) });
  if (account === undefined) return;
  if (account.leftRaw > 0) metrics.count("results_left_raw", account.leftRaw);
  if (splices === undefined || !wasSent) return;
  metrics.count("results_shortened", account.fresh - account.freshlyMasked);
  metrics.count("results_masked", account.freshlyMasked);
  metrics.count("chars_kept", account.savedChars);
  metrics.count("tokens_kept", Math.round(tokensIn(account.savedChars)));
  const money = requestMoney(account);
  if (money !== undefined && isBilled) metrics.count("dollars_saved", money.saved);
  if (account.brokenChars === 0) return;
  metrics.count("cache_breaks");
  metrics.count("cache_break_chars", account.brokenChars);
  if (money !== undefined) metrics.count("cache_break_dollars", money.cacheBreak);
}

function brokenCache(account: EditAccount): NonNullable<RequestLine["cacheBreak"]> {
  const dollars = requestMoney(account)?.cacheBreak;
  return { chars: account.brokenChars, ...(dollars !== undefined && { dollars }) };
}

/** Groups reasons into a few kinds: those about bodies vary without limit. */
function reasonKind(reason: string): string {
  const known =
    /^(?:late|edits are off|larger than|content-encoding|the editor|the archive|first seen|E[A-Z]+(?=:))|binds its reasoning/.exec(
      reason,
    );
  return known?.[0] ?? "unread";
}

/** Whether a reply with this status is billed. */
export function isBilledWith(status: number | undefined): boolean {
  return status !== undefined && status < 400;
}

/** Counts the tokens of a reply. */
export function countUsage(usage: ReplyUsage, metrics: ProxyMetrics): void {
  metrics.count("input_tokens", usage.input);
  metrics.count("cache_read_tokens", usage.cacheRead);
  metrics.count("cache_write_tokens", usage.cacheWrite);
  metrics.count("output_tokens", usage.output);
}

/** Milliseconds, rounded for the log. */
export function hundredths(ms: number): number {
  return Math.round(ms * 100) / 100;
}
