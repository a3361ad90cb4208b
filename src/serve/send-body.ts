import type { ClientRequest, IncomingMessage } from "node:http";
import type { BodyToSend } from "../api/live/body-with.ts";
import type { Exchange } from "./exchange.ts";
import { type Forwarded, forward, neverArrived, passTrailers, pipeOn } from "./http/forward.ts";

/** The most times to send a body; on a very busy machine two connections may be closed before it arrives. */
const MOST_SENT = 3;

/** Sends a body with its edits; if a connection is closed before it arrived, again on a new one. */
export async function send(about: Exchange, sending: Sending): Promise<SentOn> {
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
