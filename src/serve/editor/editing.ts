import type { BodySplice } from "../../api/live/body-with.ts";
import type { EditedRequest, LiveWindow, SettledStart } from "../../api/live/request-editing.ts";
import { createRequestEditor } from "../../api/live/request-editor.ts";
import type { RequestFormat } from "../../api/live/request-format.ts";
import { memoryMemo, type SentMemo } from "../../api/live/sent-memo.ts";
import { fileMemo } from "./memo-file.ts";
import { type MemoNotice, noticingMemo } from "./memo-notice.ts";

/**
 * The treatment of requests: none is edited, new large results are shortened, or old ones are masked by a
 * window.
 */
export type LivePolicy = "observe" | "first-sight" | "window";

/** How requests are edited; only values, which can be passed to a thread. */
export interface EditingOptions {
  readonly policy: LivePolicy;
  /** New results with more chars than this are shortened to it. */
  readonly firstSight?: number | undefined;
  /** The window, whose steps mask the results outside it. */
  readonly window?: LiveWindow | undefined;
  /** The folder of the archive for originals; undefined: they are not archived. */
  readonly archive?: string | undefined;
  /** The file that records how results were sent; undefined: memory only. */
  readonly memo?: string | undefined;
  /** Where changes of the memo are announced; undefined: nowhere. */
  readonly notice?: MemoNotice | undefined;
}

/** The account of an edit: everything but the splices, the keys, and the settled part. */
export type EditAccount = Omit<EditedRequest, "splices" | "decided" | "settled" | "isOfNewest">;

/** The time of an edit: in the queue of the editing thread, and in its work. */
export interface EditTime {
  readonly waitedMs: number;
  readonly workedMs: number;
}

/** The edit of one request; without splices it is sent unchanged. */
export interface RequestEdit {
  readonly splices?: readonly BodySplice[];
  /**
   * Set if the splices are only those of what was sent before, because the request was not read before it was
   * sent.
   */
  readonly kept?: { readonly conversation: string };
  /** Undefined if the body could not be read; `reason` says why. */
  readonly account?: EditAccount | undefined;
  /** Set if it was not read, because nothing in it can be edited: `see` has to read it after it was sent. */
  readonly isUntouched?: true;
  /** Set if the account covers only its newest results: `see` has to read it after it was sent. */
  readonly isOfNewest?: true;
  /** The part of requests with the same start in which nothing is left to decide. */
  readonly settled?: SettledStart | undefined;
  readonly time?: EditTime;
  readonly reason?: string;
}

/** Edits requests one after another, and records how results were sent. */
export interface Editing {
  edit(id: number, body: Uint8Array, format: RequestFormat): RequestEdit;
  /**
   * The account of a request that was sent with only the edits of what had been sent before; it has no
   * splices.
   */
  see(body: Uint8Array, format: RequestFormat): RequestEdit;
  /** Notes that a request was sent unchanged after all: its new results stay raw. */
  wasSentRaw(id: number): void;
  /** Stops editing requests of this conversation. */
  leave(conversation: string): void;
  /** Syncs the archive to disk: originals are written before an edit, but not yet synced. */
  sync(): void;
  /** Closes the archive. */
  close(): void;
}

/** Edits on this thread. An exception is a defect; a body that cannot be read is not. */
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
  const memo = notice === undefined ? own : noticingMemo(own, notice);
  memo.refresh();
  const editor = createRequestEditor({
    firstSight,
    window,
    memo,
    ...(!observes && { archive }),
  });
  const left = new Set<string>();
  const latest = latestRequests();
  /** A request that cannot be read has only a reason. */
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
          latest.add(id, edited);
          const { splices } = edited;
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

/** Remembers the latest requests by their numbers: their results may have to stay raw. */
function latestRequests() {
  const latest = new Map<number, Pick<EditedRequest, "conversation" | "decided">>();
  return {
    add(id: number, { conversation, decided }: EditedRequest) {
      latest.set(id, { conversation, decided });
      for (const oldest of latest.keys()) {
        if (latest.size <= LATEST) break;
        latest.delete(oldest);
      }
    },
    get: (id: number) => latest.get(id),
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

/** The account of a request that is no longer edited. */
const NOTHING = {
  shortened: 0,
  masked: 0,
  fresh: 0,
  freshlyMasked: 0,
  savedChars: 0,
  newChars: 0,
  brokenChars: 0,
} as const satisfies Partial<EditAccount>;

/** The most requests in flight to remember. */
const LATEST = 1000;
