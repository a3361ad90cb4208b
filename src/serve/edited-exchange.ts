import type { ClientRequest, IncomingMessage } from "node:http";
import { bodyWith } from "../api/live/body-with.ts";
import { carriedOut, editOf, seenEdit, TOO_LARGE } from "./edit-of-body.ts";
import type { RequestEdit } from "./editor/editing.ts";
import type { EditToSend } from "./editor/editor.ts";
import { afterFirstBytes, type Exchange, replyWith } from "./exchange.ts";
import { type ReadBody, readBody } from "./http/read-body.ts";
import {
  countEdit,
  editInLine,
  hundredths,
  isBilledWith,
  type Passed,
} from "./metrics/request-line.ts";
import { send } from "./send-body.ts";

/**
 * Reads a request, edits it, sends it on, and pipes the reply back. If the edited request is refused with a
 * 400, the original is sent, and its conversation is not edited any more.
 */
export async function exchangeEdited(about: Exchange): Promise<Passed> {
  const { metrics, wire } = about;
  const { reply, edit, seeing, heldMs, wasRefused } = await sendEdited(about);
  const isUnseen = edit.isUnseen === true;
  const isBilled = isBilledWith(reply.statusCode);
  if (!isUnseen) countEdit(edit, { wasSent: !wasRefused, isBilled, metrics });
  const usage = await replyWith(reply, about);
  const seen = await seeing;
  // A request that was not read in time has nothing to count.
  if (isUnseen && (seen.account ?? edit.reason) !== undefined)
    countEdit(seen, { wasSent: !wasRefused, isBilled, metrics });
  const isEdited = edit.splices !== undefined;
  const wasSent = isEdited && !wasRefused;
  about.live.add({ wire, edit: seen, wasSent, isBilled, usage, now: about.now() });
  return {
    done: wasRefused ? "resent" : isEdited ? "edited" : "passed",
    line: {
      status: reply.statusCode ?? 0,
      wire: wire.name,
      ...editInLine(seen),
      ...(wasRefused && { resent: true }),
      heldMs: hundredths(heldMs),
      ...(usage !== undefined && { usage }),
    },
  };
}

/**
 * A request that was sent, and its reply, which has begun. Keeps no body, because a reply may take any time.
 */
interface SentEdited {
  readonly reply: IncomingMessage;
  readonly edit: EditToSend;
  /** The edit with its account. */
  readonly seeing: Promise<RequestEdit>;
  readonly heldMs: number;
  readonly wasRefused: boolean;
}

async function sendEdited(about: Exchange): Promise<SentEdited> {
  const { request, editor, metrics, now } = about;
  const body = await readBody(request);
  const { bytes, isWhole } = body;
  const read = now();
  const made = isWhole ? await editOf(bytes, about) : TOO_LARGE;
  const { edit, sent } = carriedOut(made, bytes, editor);
  const heldMs = now() - read;
  metrics.held(heldMs);
  const isDecoded = edit.splices !== undefined;
  // A late request counts as sent from here on, even if its reply breaks off and the client repeats it.
  const late = edit.reason === undefined ? undefined : seenEdit(edit, about);
  let replied = await send(about, { sent, isWhole, isDecoded });
  const wasRefused = replied.reply.statusCode === 400 && isDecoded;
  if (wasRefused) {
    replied.reply.resume();
    metrics.count("resends");
    editor.wasSentRaw(edit.id);
    const conversation = edit.account?.conversation ?? edit.kept?.conversation;
    if (conversation !== undefined) editor.leave(conversation);
    replied = await send(about, { sent: bodyWith(bytes, []), isWhole });
  }
  const { body: _, ...light } = edit;
  const seeing = late ?? afterFirstBytes(replied.reply).then(() => seenEdit(edit, about));
  // The first of two requests may still be in flight after a refusal.
  if (!wasRefused) void releaseAfter(body, replied.request, seeing);
  return { reply: replied.reply, edit: light, seeing, heldMs, wasRefused };
}

/**
 * Reuses the memory of a body, once all of it was written and its account was made; not if the request broke
 * off.
 */
async function releaseAfter(
  { release }: Pick<ReadBody, "release">,
  request: ClientRequest,
  seeing: Promise<unknown>,
): Promise<void> {
  await seeing;
  if (request.writableFinished) release();
  else request.once("finish", release);
}
