import type { BodySplice } from "../../api/live/body-with.ts";
import type { RequestFormat } from "../../api/live/request-format.ts";
import { hasNothingAbove } from "../../api/live/request-look.ts";
import type { EditAccount, EditingOptions, EditTime, RequestEdit } from "./editing.ts";
import { leastEditedChars } from "./memo-notice.ts";
import type { EditorThread } from "./replaceable-thread.ts";
import { replyMarks } from "./reply-marks.ts";
import { SentEdits } from "./sent-edits.ts";
import { type EditorTimes, LATE, type TimedEditor, timedEditor } from "./timed-editor.ts";

/**
 * Edits requests within a time limit, or not at all; and immediately those in which nothing is left to
 * decide.
 */
export interface Editor extends Omit<TimedEditor, "edit" | "see"> {
  /** The edit of a request; one that is late, or fails, has no bytes and a reason. Never throws. */
  edit(body: Buffer, format: RequestFormat): Promise<EditToSend>;
  /** The account of a request that was sent, with these edits, before all of it was read. Never throws. */
  see(
    body: Buffer,
    format: RequestFormat,
    sent?: Pick<RequestEdit, "splices" | "account">,
  ): Promise<RequestEdit>;
}

/** An edit, with the number of its request. */
export interface EditToSend extends RequestEdit {
  readonly id: number;
  /** Set if the request was not read in time, or not all of it: `see` has to read it after it was sent. */
  readonly isUnseen?: true;
}

/** The part of a policy that decides whether anything in a request is left to decide. */
export type SettlingPolicy = Pick<EditingOptions, "firstSight" | "window" | "memo" | "notice">;

/** The time limits of an editor, its policy, and who learns the times. */
interface EditorOptions {
  readonly times?: EditorTimes;
  /** Undefined: the thread reads every request. */
  readonly policy?: SettlingPolicy;
  /** Called with the time of each edit, late ones included. */
  onTime?(time: EditTime): void;
}

const DEFAULT_TIMES: EditorTimes = { late: 50, lateForgotten: 2000, stuck: 15_000 };

/**
 * An editor that works on a thread: a request is never held for longer than the time limit. A late edit is
 * discarded, and its results stay as they were sent.
 */
export function createEditor(
  start: () => EditorThread,
  { times = DEFAULT_TIMES, policy, onTime = () => {} }: EditorOptions = {},
): Editor {
  const editor = timedEditor(start, { ...times, onTime });
  const sent = new SentEdits();
  /** Whether it may have results that were edited before a restart, of which this process knows nothing. */
  const isForgotten = (body: Buffer, format: RequestFormat) =>
    !sent.knows(body, format) && replyMarks(body) > 0;
  /** Whether nothing in it can be edited, and nothing about it is known either. */
  const isUntouched = (body: Buffer, format: RequestFormat) =>
    policy !== undefined && !sent.knows(body, format) && hasNothingToEdit(body, format, policy);
  const left = new Set<string>();
  const keep = (
    { account, settled }: RequestEdit,
    request: Pick<Parameters<SentEdits["add"]>[0], "body" | "format" | "splices">,
  ) => {
    if (account === undefined) return;
    const { conversation, task } = account;
    if (left.has(conversation) && request.splices.length > 0) return;
    sent.add({ ...request, conversation, task, settled });
  };
  return {
    ...editor,
    async edit(body, format) {
      const known = policy && sent.settled(body, format, policy);
      if (known !== undefined) return { id: -1, ...keptEdit(known), isUnseen: true };
      if (isUntouched(body, format)) return { id: -1, isUnseen: true };
      const made = await editor.edit(body, format, () => isForgotten(body, format));
      const { isUntouched: isLeft, isOfNewest, ...edit } = made;
      if (isLeft) return { id: edit.id, isUnseen: true };
      if (isOfNewest) return { ...edit, isUnseen: true };
      keep(edit, { body, format, splices: edit.splices ?? [] });
      if (edit.account !== undefined) return edit;
      // What was sent before stays as it was sent, even if nothing could read what was added.
      const kept = sent.of(body, format);
      return {
        ...edit,
        ...(kept && keptEdit(kept)),
        ...(edit.reason === LATE && { isUnseen: true }),
      };
    },
    async see(body, format, before = {}) {
      const { splices = [], account: newest } = before;
      keep(before, { body, format, splices });
      const { account, ...edit } = await editor.see(body, format);
      if (policy !== undefined) keep({ account, ...edit }, { body, format, splices });
      return {
        ...edit,
        account: account && newest ? withNewest(account, newest) : (account ?? newest),
      };
    },
    leave(conversation) {
      left.add(conversation);
      sent.forget(conversation);
      editor.leave(conversation);
    },
  };
}

/**
 * Whether nothing in an unknown request can be edited, judged by its scan alone. That takes less time than
 * asking the thread, and applies to most new conversations.
 */
function hasNothingToEdit(
  body: Buffer,
  format: RequestFormat,
  { firstSight, window, memo, notice }: SettlingPolicy,
): boolean {
  if (firstSight === undefined || window !== undefined || notice === undefined) return false;
  try {
    const least = leastEditedChars(notice, memo);
    return least !== undefined && hasNothingAbove(Math.min(firstSight, least), body, format);
  } catch {
    // The thread reports what is wrong.
    return false;
  }
}

/**
 * The account of a request, with the edits of its newest results, which were made before the rest was read.
 */
function withNewest(
  account: EditAccount,
  { fresh, freshlyMasked, newChars, edits }: EditAccount,
): EditAccount {
  return { ...account, fresh, freshlyMasked, newChars, edits };
}

function keptEdit({
  conversation,
  splices,
}: {
  readonly conversation: string;
  readonly splices: readonly BodySplice[];
}): Pick<EditToSend, "splices" | "kept"> {
  return splices.length === 0 ? {} : { splices, kept: { conversation } };
}
