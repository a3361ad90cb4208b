import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { bodyWith } from "../api/live/body-with.ts";
import { seenOf } from "./edit-of-body.ts";
import type { RequestEdit } from "./editor/editing.ts";
import { afterFirstBytes, type Exchange, replyWith } from "./exchange.ts";
import { forward, neverArrived, pipeOn } from "./http/forward.ts";
import { copyOfBody, type ReadBody } from "./http/read-body.ts";
import { countEdit, editInLine, type Passed } from "./metrics/request-line.ts";
import { send } from "./send-body.ts";

/** Passes a request and its reply on without edits: the request is streamed, and measured afterwards. */
export async function exchangeObserved(about: Exchange): Promise<Passed> {
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

async function sendObserved(about: Exchange): Promise<{
  readonly reply: IncomingMessage;
  readonly seeing: Promise<RequestEdit>;
}> {
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
  const seeing = afterFirstBytes(reply).then(() => seenOf(copy, about));
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
