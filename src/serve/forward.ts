import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import { requestHeaders, responseHeaders } from "./headers.ts";
import { HEADER_LIMITS } from "./proxy-server.ts";
import { replyHead } from "./reply-head.ts";
import type { Target } from "./upstreams.ts";

/** An idle connection is closed after this, or as soon as the upstream says that it closes it. */
const IDLE = { keepAlive: true, timeout: 60_000 };

const AGENTS = {
  "http:": new http.Agent(IDLE),
  "https:": new https.Agent(IDLE),
} as const;

/** Methods that say how long their body is, also where they have none. */
const MAY_HAVE_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

/** A request on its way: what is written to it goes to the upstream. */
export interface Forwarded {
  readonly request: ClientRequest;
  readonly response: Promise<IncomingMessage>;
}

/** Begins a request to an upstream with the headers of another; it is cancelled if the client goes. */
export function forward(
  from: IncomingMessage,
  { upstream, path }: Target,
  {
    response,
    length,
    isDecoded = false,
    isAgain = false,
  }: {
    readonly response: ServerResponse;
    /** The bytes of the body, where they are known. */
    readonly length?: number | undefined;
    /** Whether the body no longer has the encoding that it came in. */
    readonly isDecoded?: boolean;
    /** Whether it is sent once more: on a connection of its own. */
    readonly isAgain?: boolean;
  },
): Forwarded {
  const { url } = upstream;
  const secure = url.protocol === "https:";
  const kept = requestHeaders(from.rawHeaders, url.host);
  const headers = isDecoded ? withoutEncoding(kept) : kept;
  const given = length ?? from.headers["content-length"];
  if (given !== undefined) headers.push("Content-Length", String(given));
  else if (from.headers["transfer-encoding"] !== undefined)
    headers.push("Transfer-Encoding", "chunked");
  // Node would send an empty body in chunks, which some servers refuse.
  else if (MAY_HAVE_BODY.has(from.method ?? "")) headers.push("Content-Length", "0");
  const request = (secure ? https : http).request({
    agent: isAgain ? false : secure ? AGENTS["https:"] : AGENTS["http:"],
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port,
    method: from.method,
    path,
    headers,
    maxHeaderSize: HEADER_LIMITS.bytes,
  } as http.RequestOptions);
  request.maxHeadersCount = HEADER_LIMITS.count;
  request.on("information", (interim) => passInterim(interim, response));
  onClientGone(from, response, () => request.destroy(new Error("the client went")));
  // One that comes after the reply has begun is the reply's as well.
  request.on("error", () => {});
  return {
    request,
    response: new Promise((resolve, reject) => {
      request.once("response", resolve);
      request.once("error", reject);
      // A reply that nobody can take, such as a change of protocol that was not asked for.
      request.once("close", () => reject(new Error("the upstream gave no reply")));
    }),
  };
}

/**
 * Calls where a client goes before its reply has ended, and at once where it went already. The connection tells of it: a
 * reply that waits behind another of its connection knows nothing.
 */
function onClientGone(
  { socket }: IncomingMessage,
  response: ServerResponse,
  call: () => void,
): void {
  if (socket.destroyed) {
    call();
    return;
  }
  const gone = () => {
    if (!response.writableFinished) call();
  };
  socket.once("close", gone);
  response.once("finish", () => socket.off("close", gone));
}

/**
 * Sends a body on as it comes. The rest of one that its upstream has heard enough of is read all the same: the next request
 * of the connection comes after it.
 */
export function pipeOn(body: IncomingMessage, request: ClientRequest): void {
  body.pipe(request);
  request.once("close", () => body.resume());
}

/** Passes a reply that announces another, such as early hints; to "100 Continue" the client is told here already. */
function passInterim(interim: http.InformationEvent, response: ServerResponse): void {
  const { req: client, socket } = response;
  if (interim.statusCode === 100 || client.httpVersion === "1.0" || response.headersSent) return;
  // One that waits behind another reply of its connection has no socket yet.
  socket?.write(replyHead(interim), "latin1");
}

/**
 * Whether a request failed before it got there, so that it can be sent again: its connection, which had been used before,
 * was closed by the upstream at that moment, or any was before all of it was written.
 */
export function neverArrived(
  { request }: { readonly request: Pick<ClientRequest, "reusedSocket"> },
  error: unknown,
): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "EPIPE" || (request.reusedSocket && code === "ECONNRESET");
}

/** Pipes a response back as it comes: status, headers, bytes, trailers. `see` gets a look at its bytes. */
export function pipeBack(
  reply: IncomingMessage,
  response: ServerResponse,
  see?: (chunk: Buffer) => void,
): Promise<void> {
  response.sendDate = false;
  response.writeHead(
    reply.statusCode ?? 502,
    reply.statusMessage ?? "",
    responseHeaders(reply.rawHeaders),
  );
  if (see !== undefined) reply.on("data", see);
  reply.once("end", () => {
    if (reply.rawTrailers.length > 0) response.addTrailers(pairs(reply.rawTrailers));
  });
  // Headers do not wait for a body, but go with what of it is there already.
  setImmediate(() => {
    if (!response.writableEnded && !response.destroyed) response.flushHeaders();
  });
  return piped(reply, response);
}

/** Rejects where either side ends before the whole has passed. */
function piped(reply: IncomingMessage, response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const clientGone = () => {
      reply.destroy();
      reject(new Error("the client went before its reply had ended"));
    };
    response.on("finish", resolve);
    response.on("error", reject);
    response.on("close", () => response.writableFinished || clientGone());
    const brokeOff = (cause?: unknown) => reject(new Error("the upstream broke off", { cause }));
    reply.on("error", brokeOff);
    reply.on("close", () => reply.complete || brokeOff());
    if (response.closed) clientGone();
    else reply.pipe(response);
  });
}

function withoutEncoding(headers: readonly string[]): string[] {
  return headers.filter((_, at) => headers[at - (at % 2)]?.toLowerCase() !== "content-encoding");
}

function pairs(raw: readonly string[]): [string, string][] {
  const all: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) all.push([raw[at] ?? "", raw[at + 1] ?? ""]);
  return all;
}
