import type { BodySplice } from "../api/live/body-with.ts";
import type { EditedRequest, LiveWindow, SettledStart } from "../api/live/request-editing.ts";
import { createRequestEditor } from "../api/live/request-editor.ts";
import type { RequestFormat } from "../api/live/request-format.ts";
import { memoryMemo, type SentMemo } from "../api/live/sent-memo.ts";
import { fileMemo } from "./memo-file.ts";
import { type MemoNotice, toldMemo } from "./told-memo.ts";

/** The treatment of requests: none is edited, new large results are shortened, or old ones masked by a window. */
export type LivePolicy = "observe" | "first-sight" | "window";

/** How requests are edited; values only, which can be handed to a thread. */
export interface EditingOptions {
  readonly policy: LivePolicy;
  /** Results of more chars than this are shortened to it when they are new. */
  readonly firstSight?: number | undefined;
  /** The window whose steps mask what it has left behind. */
  readonly window?: LiveWindow | undefined;
  /** The folder of the archive that originals go to; none: nowhere. */
  readonly archive?: string | undefined;
  /** The file that remembers how results were sent; none: memory. */
  readonly memo?: string | undefined;
  /** Where it is told of what is remembered; none: nowhere. */
  readonly notice?: MemoNotice | undefined;
}

/** An account of an edit: all but the splices, the keys, and how far it settles what comes next. */
export type EditAccount = Omit<EditedRequest, "splices" | "decided" | "settled" | "isOfNewest">;

/** The time of an edit: in the queue before the thread that edits, and at work there. */
export interface EditTime {
  readonly waitedMs: number;
  readonly workedMs: number;
}

/** The edit of one request; without splices it is sent as it came. */
export interface RequestEdit {
  readonly splices?: readonly BodySplice[];
  /** Set where the splices are those of what was sent before alone: nobody read the request before it was sent. */
  readonly kept?: { readonly conversation: string };
  /** Undefined where the body could not be read; `reason` says why. */
  readonly account?: EditAccount | undefined;
  /** Set where it was not read, since nothing in it can be edited: it is to be seen once it was sent. */
  readonly isUntouched?: true;
  /** Set where the account is of its newest results alone: it is to be seen once it was sent. */
  readonly isOfNewest?: true;
  /** How far nothing is left to decide in requests that begin as this one does. */
  readonly settled?: SettledStart | undefined;
  readonly time?: EditTime;
  readonly reason?: string;
}

/** Edits requests one after another, and remembers how results were sent. */
export interface Editing {
  edit(id: number, body: Uint8Array, format: RequestFormat): RequestEdit;
  /** The account of a request that was sent with the edits of what had been sent before alone: it has no splices. */
  see(body: Uint8Array, format: RequestFormat): RequestEdit;
  /** A request was sent as it came after all: its new results stay raw. */
  wasSentRaw(id: number): void;
  /** No request of this conversation is edited any more. */
  leave(conversation: string): void;
  /** Syncs the archive to disk: what was taken out is written there before, but not yet synced. */
  sync(): void;
  /** Closes the archive. */
  close(): void;
}

/** Edits on this thread. What it throws is a defect; a body that cannot be read is not. */
export function createEditing({
  policy,
  firstSight,
  window,
  archive,
  memo: file,
  notice,
}: EditingOptions): Editing {
  const observes = policy === "observe";
  const own: SentMemo = file === undefined || observes ? memoryMemo() : fileMemo(file);
  const memo = notice === undefined ? own : toldMemo(own, notice);
  memo.refresh();
  const editor = createRequestEditor({
    firstSight,
    window,
    memo,
    ...(!observes && { archive }),
  });
  const left = new Set<string>();
  /** The latest requests, whose results may have to stay raw. */
  const latest = new Map<number, Pick<EditedRequest, "conversation" | "decided">>();
  /** Of a request that cannot be read there is a reason alone. */
  const readBy = (
    read: () => EditedRequest | undefined,
    use: (edited: EditedRequest) => RequestEdit,
  ): RequestEdit => {
    let edited: EditedRequest | undefined;
    try {
      edited = read();
    } catch (error) {
      return { reason: error instanceof Error ? error.message : String(error) };
    }
    if (edited === undefined) return { isUntouched: true };
    const { account, settled, ...edit } = use(edited);
    if (!left.has(edited.conversation)) return { account, settled, ...edit };
    editor.keepRaw(edited);
    return { account: account && { ...account, ...NOTHING }, settled, reason: "edits are off" };
  };
  return {
    edit: (id, body, format) =>
      readBy(
        () => (observes ? editor.edit : editor.editIfAny)(body, format),
        (edited) => {
          const { splices, conversation, decided } = edited;
          latest.set(id, { conversation, decided });
          for (const oldest of latest.keys()) {
            if (latest.size <= LATEST) break;
            latest.delete(oldest);
          }
          return { ...accountOf(edited), ...(!observes && splices.length > 0 && { splices }) };
        },
      ),
    see: (body, format) =>
      readBy(() => (observes ? editor.edit : editor.see)(body, format), accountOf),
    wasSentRaw(id) {
      const edited = latest.get(id);
      if (edited !== undefined) editor.keepRaw(edited);
    },
    leave: (conversation) => void left.add(conversation),
    sync: () => editor.sync(),
    close: () => editor.close(),
  };
}

function accountOf({
  splices,
  decided,
  settled,
  isOfNewest,
  ...account
}: EditedRequest): RequestEdit {
  const reason = account.notMasked;
  return {
    account,
    ...(isOfNewest ? { isOfNewest } : { settled }),
    ...(reason !== undefined && { reason }),
  };
}

/** The account of a request that is not edited any more. */
const NOTHING = {
  shortened: 0,
  masked: 0,
  fresh: 0,
  freshlyMasked: 0,
  savedChars: 0,
  newChars: 0,
  brokenChars: 0,
} as const satisfies Partial<EditAccount>;

/** Requests that may be on their way at once. */
const LATEST = 1000;
