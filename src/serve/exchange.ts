import { once } from "node:events";
import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { type BodyToSend, bodyWith } from "../api/live/body-with.ts";
import type { RequestEdit } from "./editing.ts";
import type { Editor, EditToSend } from "./editor.ts";
import {
  type Forwarded,
  forward,
  neverArrived,
  passTrailers,
  pipeBack,
  pipeOn,
} from "./forward.ts";
import type { LiveLog } from "./live-log.ts";
import type { ProxyMetrics } from "./metrics.ts";
import { copyOfBody, decoded, type ReadBody, readBody } from "./read-body.ts";
import {
  countEdit,
  countUsage,
  editInLine,
  hundredths,
  isBilledWith,
  type Passed,
} from "./request-line.ts";
import type { ReplyUsage } from "./response-usage.ts";
import type { Target } from "./upstreams.ts";
import { usageReader } from "./usage-reader.ts";
import type { Wire } from "./wire.ts";

/** A request with a conversation, its target, and its editor. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  readonly wire: Wire;
  readonly editor: Editor;
  readonly metrics: ProxyMetrics;
  readonly live: LiveLog;
  now(): number;
}

/**
 * Reads a request, edits it, sends it on, and pipes the reply back. If the edited request is refused with a
 * 400, the original is sent, and its conversation is not edited any more.
 */
export async function exchange(about: Exchange): Promise<Passed> {
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
  const seeing = late ?? begun(replied.reply).then(() => seenEdit(edit, about));
  // The first of two requests may still be in flight after a refusal.
  if (!wasRefused) void releaseAfter(body, replied.request, seeing);
  return { reply: replied.reply, edit: light, seeing, heldMs, wasRefused };
}

/** Milliseconds that background work waits for the first bytes of a reply. */
const FIRST_BYTES_MS = 20;

/** Resolves once a reply is over, or has gone on for a while. */
function begun(reply: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FIRST_BYTES_MS);
    reply.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
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

/** The same without edits: the request is streamed, and measured afterwards. */
export async function observe(about: Exchange): Promise<Passed> {
  const { metrics, wire } = about;
  const { reply, seeing } = await sendObserved(about);
  metrics.held(0);
  const usage = await replyWith(reply, about);
  const edit = await seeing;
  countEdit(edit, { wasSent: false, metrics });
  about.live.add({ wire, edit, wasSent: false, isBilled: false, usage, now: about.now() });
  return {
    done: "passed",
    line: {
      status: reply.statusCode ?? 0,
      wire: wire.name,
      ...editInLine(edit),
      heldMs: 0,
      ...(usage !== undefined && { usage }),
    },
  };
}

async function sendObserved(about: Exchange): Promise<Pick<SentEdited, "reply" | "seeing">> {
  const { request, response, target } = about;
  const copy = wholeCopy(request);
  const forwarded = forward(request, target, { response });
  pipeOn(request, forwarded.request);
  let isAgain = false;
  const reply = await forwarded.response.catch(async (error: unknown) => {
    if (!neverArrived(forwarded, error)) throw error;
    const body = await copy;
    if (body === undefined) throw error;
    isAgain = true;
    return (await send(about, { sent: bodyWith(body.bytes, []), isWhole: true })).reply;
  });
  const seeing = begun(reply).then(() => seenOf(copy, about));
  if (!isAgain) void seeing.then(async () => (await copy)?.release());
  return { reply, seeing };
}

type Copy = Pick<ReadBody, "bytes" | "release">;

/** A copy of a body, once it is complete or broken off. */
async function wholeCopy(request: IncomingMessage): Promise<Copy | undefined> {
  const copy = copyOfBody(request);
  if (!request.complete && !request.closed) await once(request, "close").catch(() => {});
  return copy();
}

/** Pipes a reply back, and counts the usage that it reports. */
async function replyWith(
  reply: IncomingMessage,
  { response, wire, metrics }: Exchange,
): Promise<ReplyUsage | undefined> {
  const reader = usageReader(wire, reply.headers["content-encoding"]);
  try {
    await pipeBack(reply, response, reader.see);
    const usage = await reader.end();
    if (usage !== undefined) countUsage(usage, metrics);
    return usage;
  } finally {
    reader.leave();
  }
}

/** An edit and the body to send: the original if there are no splices, or if they cannot be applied. */
function carriedOut(
  edit: EditOfBody,
  bytes: Buffer,
  editor: Pick<Editor, "wasSentRaw">,
): { readonly edit: EditOfBody; readonly sent: BodyToSend } {
  const { id, splices, body = bytes } = edit;
  if (splices === undefined) return { edit, sent: bodyWith(bytes, []) };
  try {
    return { edit, sent: bodyWith(body, splices) };
  } catch (error) {
    editor.wasSentRaw(id);
    return { edit: { id, reason: `the editor: ${String(error)}` }, sent: bodyWith(bytes, []) };
  }
}

/** An edit, and the body that its splices apply to, without its content encoding. */
type EditOfBody = EditToSend & { readonly body?: Buffer };

const TOO_LARGE: EditOfBody = { id: -1, reason: "larger than 64 MB" };

/** The edit of a body, whatever its content encoding; an edited body has none. */
async function editOf(bytes: Buffer, about: Exchange): Promise<EditOfBody> {
  const body = await bodyIn(bytes, about.request);
  if (body === undefined) return unknownEncoding(about.request);
  return { ...(await about.editor.edit(body, about.wire.format)), body };
}

/**
 * An edit with its account, which is made now if it was not made, or not of the whole request, before it was
 * sent.
 */
async function seenEdit(
  { body, isUnseen, ...edit }: EditOfBody,
  { editor, wire }: Exchange,
): Promise<RequestEdit> {
  if (body === undefined || isUnseen !== true) return edit;
  const { account: _, ...sent } = edit;
  return { ...(await editor.see(body, wire.format, edit)), ...sent };
}

/** The account of a body that was sent unchanged. */
async function seenOf(
  copy: Promise<Copy | undefined>,
  { request, editor, wire }: Exchange,
): Promise<RequestEdit> {
  const whole = await copy;
  if (whole === undefined) return TOO_LARGE;
  const body = await bodyIn(whole.bytes, request);
  return body === undefined ? unknownEncoding(request) : editor.see(body, wire.format);
}

function bodyIn(bytes: Buffer, { headers }: IncomingMessage): Promise<Buffer | undefined> {
  return decoded(bytes, headers["content-encoding"] ?? "");
}

function unknownEncoding({ headers }: IncomingMessage): EditToSend {
  return { id: -1, reason: `content-encoding ${headers["content-encoding"]}` };
}

/** The most times to send a body; on a very busy machine two connections may be closed before it arrives. */
const MOST_SENT = 3;

/** Sends a body with its edits; if a connection is closed before it arrived, again on a new one. */
async function send(about: Exchange, sending: Sending): Promise<SentOn> {
  for (let times = 1; ; times++) {
    const sent = sendOn(about, { ...sending, isAgain: times > 1 });
    try {
      return { reply: await sent.response, request: sent.request };
    } catch (error) {
      if (!sending.isWhole || times === MOST_SENT || !neverArrived(sent, error)) throw error;
    }
  }
}

/** A request whose reply has begun. */
interface SentOn {
  readonly reply: IncomingMessage;
  readonly request: ClientRequest;
}

interface Sending {
  readonly sent: BodyToSend;
  readonly isWhole: boolean;
  /** Whether the body was decoded, and no longer has its content encoding. */
  readonly isDecoded?: boolean;
}

function sendOn(
  { request, response, target }: Exchange,
  { sent, isWhole, isDecoded = false, isAgain }: Sending & { readonly isAgain: boolean },
): Forwarded {
  // Trailers can follow only a body in chunks, as they came.
  const length = isWhole && request.rawTrailers.length === 0 ? sent.length : undefined;
  const forwarded = forward(request, target, { response, length, isDecoded, isAgain });
  forwarded.request.cork();
  for (const piece of sent.pieces) forwarded.request.write(piece);
  forwarded.request.uncork();
  if (isWhole) {
    passTrailers(request, forwarded.request);
    forwarded.request.end();
  } else pipeOn(request, forwarded.request);
  return forwarded;
}
