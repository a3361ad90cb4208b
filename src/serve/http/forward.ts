import http, {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingMessage,
  type ServerResponse,
} from "node:http";
import https from "node:https";
import { requestHeaders, responseHeaders } from "./headers.ts";
import { HEADER_LIMITS } from "./proxy-server.ts";
import { replyHead } from "./reply-head.ts";
import { hostnameOf, type Target } from "./upstreams.ts";

/** An idle connection is closed after this time, or when the upstream announces that it closes it. */
const IDLE = { keepAlive: true, timeout: 60_000 };

const AGENTS = {
  "http:": new http.Agent(IDLE),
  "https:": new https.Agent(IDLE),
} as const;

/** Methods that state the length of their body even if it is empty. */
const MAY_HAVE_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

/** A request in flight: whatever is written to it goes to the upstream. */
export interface Forwarded {
  readonly request: ClientRequest;
  readonly response: Promise<IncomingMessage>;
}

/** Starts a request to an upstream with the headers of another; it is cancelled if the client disconnects. */
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
    /** The bytes of the body, if known. */
    readonly length?: number | undefined;
    /** Whether the body was decoded, and no longer has its content encoding. */
    readonly isDecoded?: boolean;
    /** Whether it is sent again: then on a new connection. */
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
    hostname: hostnameOf(url),
    port: url.port,
    method: from.method,
    path,
    headers,
    maxHeaderSize: HEADER_LIMITS.bytes,
  } as http.RequestOptions);
  request.maxHeadersCount = HEADER_LIMITS.count;
  request.on("information", (interim) => passInterim(interim, response));
  onClientGone(from, response, () => request.destroy(new Error("the client went")));
  // An error after the reply has begun is reported by the reply as well.
  request.on("error", () => {});
  return {
    request,
    response: new Promise((resolve, reject) => {
      request.once("response", resolve);
      request.once("error", reject);
      // An unusable reply, such as a change of protocol that was not requested.
      request.once("close", () => reject(new Error("the upstream gave no reply")));
    }),
  };
}

/**
 * Calls back if a client disconnects before its reply has ended, or immediately if it already has. Listens on
 * the connection, because a reply queued behind another one gets no event.
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
 * Streams a body to the upstream, with its trailers. If the upstream stops reading, the rest is still read,
 * because the connection's next request follows it.
 */
export function pipeOn(body: IncomingMessage, request: ClientRequest): void {
  body.once("end", () => passTrailers(body, request));
  body.pipe(request);
  request.once("close", () => body.resume());
}

/** Adds the trailers of a message that has ended to another, which must be in chunks. */
export function passTrailers({ rawTrailers }: IncomingMessage, to: OutgoingMessage): void {
  if (rawTrailers.length > 0) to.addTrailers(pairs(rawTrailers));
}

/** Passes on an interim reply, such as early hints; "100 Continue" was already sent by this proxy. */
function passInterim(interim: http.InformationEvent, response: ServerResponse): void {
  const { req: client, socket } = response;
  if (interim.statusCode === 100 || client.httpVersion === "1.0" || response.headersSent) return;
  // A reply queued behind another one of its connection has no socket yet.
  socket?.write(replyHead(interim), "latin1");
}

/**
 * Whether a request failed before it arrived, so that it can be sent again: its reused connection was closed
 * by the upstream at that moment, or any connection before all of it was written.
 */
export function neverArrived(
  { request }: { readonly request: Pick<ClientRequest, "reusedSocket"> },
  error: unknown,
): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "EPIPE" || (request.reusedSocket && code === "ECONNRESET");
}

/** Pipes a response back as it arrives: status, headers, bytes, trailers. `see` is called with its bytes. */
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
  reply.once("end", () => passTrailers(reply, response));
  // Headers do not wait for a body, but are sent with the bytes that are already there.
  setImmediate(() => {
    if (!response.writableEnded && !response.destroyed) response.flushHeaders();
  });
  return piped(reply, response);
}

/** Rejects if either side ends before everything has passed. */
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
