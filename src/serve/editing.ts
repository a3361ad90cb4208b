import {
  createRequestEditor,
  type EditedRequest,
  type RequestFormat,
} from "../api/live/request-editor.ts";
import { memoryMemo, type SentMemo } from "../api/live/sent-memo.ts";
import { fileMemo } from "./memo-file.ts";

/** The treatment of requests: none is edited, or new large results are shortened. */
export type LivePolicy = "observe" | "first-sight";

/** How requests are edited; values only, which can be handed to a thread. */
export interface EditingOptions {
  readonly policy: LivePolicy;
  /** Results of more chars than this are shortened to it when they are new. */
  readonly firstSight: number;
  /** The folder of the archive that originals go to; none: nowhere. */
  readonly archive?: string | undefined;
  /** The file that remembers how results were sent; none: memory. */
  readonly memo?: string | undefined;
}

/** An account of an edit: all but the bytes and the keys. */
export type EditAccount = Omit<EditedRequest, "bytes" | "unknown">;

/** The edit of one request; without bytes it is sent as it came. */
export interface RequestEdit {
  readonly bytes?: Uint8Array;
  /** Undefined where the body could not be read; `reason` says why. */
  readonly account?: EditAccount;
  readonly reason?: string;
}

/** Edits requests one after another, and remembers how results were sent. */
export interface Editing {
  edit(id: number, body: Uint8Array, format: RequestFormat): RequestEdit;
  /** A request was sent as it came after all: its new results stay raw. */
  wasSentRaw(id: number): void;
  /** No request of this conversation is edited any more. */
  leave(conversation: string): void;
  /** Lets go of the archive. */
  close(): void;
}

/** Edits on this thread. What it throws is a defect; a body that cannot be read is not. */
export function createEditing({
  policy,
  firstSight,
  archive,
  memo: file,
}: EditingOptions): Editing {
  const observes = policy === "observe";
  const memo: SentMemo = file === undefined || observes ? memoryMemo() : fileMemo(file);
  const editor = createRequestEditor({ firstSight, memo, ...(!observes && { archive }) });
  const left = new Set<string>();
  /** The latest requests, whose results may have to stay raw. */
  const latest = new Map<number, Pick<EditedRequest, "unknown">>();
  return {
    edit(id, body, format) {
      let edited: EditedRequest;
      try {
        edited = editor.edit(body, format);
      } catch (error) {
        return { reason: error instanceof Error ? error.message : String(error) };
      }
      const { bytes, unknown, ...account } = edited;
      latest.set(id, { unknown });
      for (const oldest of latest.keys()) {
        if (latest.size <= LATEST) break;
        latest.delete(oldest);
      }
      if (left.has(account.conversation)) {
        editor.keepRaw(edited);
        return {
          account: { ...account, shortened: 0, fresh: 0, savedChars: 0 },
          reason: "edits are off",
        };
      }
      if (observes || account.shortened === 0) return { account };
      return { bytes, account };
    },
    wasSentRaw(id) {
      const edited = latest.get(id);
      if (edited !== undefined) editor.keepRaw(edited);
    },
    leave: (conversation) => void left.add(conversation),
    close: () => editor.close(),
  };
}

/** Requests that may be on their way at once. */
const LATEST = 1000;
