import type {
  LiveConversation,
  LiveEdit,
  LiveMoney,
  LiveSaving,
} from "../../api/live/live-status.ts";
import { requestMoney, usageDollars } from "../../api/live/request-money.ts";
import type { EditAccount, RequestEdit } from "../editor/editing.ts";
import type { Wire } from "../http/wire.ts";
import type { ReplyUsage } from "./response-usage.ts";

/** The latest conversations; their texts are kept only if they are to be shown. */
export interface LiveLog {
  add(request: LiveRequest): void;
  /** Newest first. */
  conversations(now: number): readonly LiveConversation[];
  /** The money of all requests with known usage and price, including those of forgotten conversations. */
  saving(): LiveSaving;
}

/** A request that was passed on. */
export interface LiveRequest {
  readonly wire: Wire;
  readonly edit: RequestEdit;
  /** Whether it was sent edited. */
  readonly wasSent: boolean;
  /** Whether its provider accepted it: otherwise it saved no money. */
  readonly isBilled: boolean;
  readonly usage: ReplyUsage | undefined;
  /** Milliseconds on any clock. */
  readonly now: number;
}

/** The most conversations to remember, and the most edits of each. */
const MOST_CONVERSATIONS = 20;
const MOST_EDITS = 5;
/** Chars to show of a task and of a sent text. */
const TASK_CHARS = 80;

type SeenConversation = Omit<LiveConversation, "agoSeconds"> & { readonly at: number };

/** An empty log. */
export function createLiveLog({ showsText }: { readonly showsText: boolean }): LiveLog {
  const known = new Map<string, SeenConversation>();
  let billed = 0;
  let saved = 0;
  return {
    add(request) {
      const { account } = request.edit;
      if (account === undefined) return;
      if (request.usage !== undefined) {
        const money = moneyAfter(undefined, { ...request, account });
        billed += money?.billed ?? 0;
        saved += money === undefined ? 0 : money.saved - money.cacheBreaks;
      }
      const before = known.get(account.conversation);
      known.delete(account.conversation);
      known.set(account.conversation, entryAfter(before, request, showsText));
      for (const oldest of known.keys()) {
        if (known.size <= MOST_CONVERSATIONS) break;
        known.delete(oldest);
      }
    },
    conversations: (now) =>
      [...known.values()]
        .reverse()
        .map(({ at, ...each }) => ({ ...each, agoSeconds: Math.round((now - at) / 1000) })),
    saving: () => ({ billed, saved, ...(billed > 0 && { share: saved / (billed + saved) }) }),
  };
}

function entryAfter(
  before: SeenConversation | undefined,
  { wire, edit, wasSent, isBilled, usage, now }: LiveRequest,
  showsText: boolean,
): SeenConversation {
  const { account, reason } = edit;
  if (account === undefined) throw new Error("a request that was not read has no conversation");
  const { model, toolTurns, results, task, edits } = account;
  const fresh: LiveEdit[] = edits.map(({ sent, ...each }) => ({
    ...each,
    turn: toolTurns,
    ...(showsText && { sent }),
  }));
  const money = moneyAfter(before?.money, { account, usage, wasSent, isBilled });
  return {
    id: account.conversation.slice(0, 12),
    wire: wire.name,
    model,
    ...(showsText && { task: task.replace(/\s+/g, " ").trim().slice(0, TASK_CHARS) }),
    at: now,
    requests: (before?.requests ?? 0) + 1,
    toolTurns,
    results,
    shortened: wasSent ? account.shortened : 0,
    masked: wasSent ? account.masked : 0,
    savedChars: (before?.savedChars ?? 0) + (wasSent ? account.savedChars : 0),
    ...(money !== undefined && { money }),
    cacheBreaks: (before?.cacheBreaks ?? 0) + (wasSent && account.brokenChars > 0 ? 1 : 0),
    reason,
    edits: [...(wasSent ? fresh.reverse() : []), ...(before?.edits ?? [])].slice(0, MOST_EDITS),
  };
}

function moneyAfter(
  before: LiveMoney | undefined,
  {
    account,
    usage,
    wasSent,
    isBilled,
  }: Pick<LiveRequest, "usage" | "wasSent" | "isBilled"> & { readonly account: EditAccount },
): LiveMoney | undefined {
  const money = requestMoney(account);
  if (money === undefined || account.model === undefined) return undefined;
  const { billed = 0, saved = 0, cacheBreaks = 0 } = before ?? {};
  return {
    billed: billed + ((usage && usageDollars(account.model, usage)) ?? 0),
    saved: saved + (wasSent && isBilled ? money.saved : 0),
    cacheBreaks: cacheBreaks + (wasSent ? money.cacheBreak : 0),
  };
}
