import http, { type IncomingMessage, type Server } from "node:http";
import https from "node:https";
import type { Duplex } from "node:stream";
import type { Tunnels } from "./drain.ts";
import { type Access, addressed, refusal } from "./http/access.ts";
import { requestHeaders, responseHeaders } from "./http/headers.ts";
import { replyHead } from "./http/reply-head.ts";
import { upstreamFailure } from "./http/upstream-failure.ts";
import { hostnameOf, routeOf, type Upstream } from "./http/upstreams.ts";
import { wireOf } from "./http/wire.ts";
import { isWebSocket, takeWithoutUpgrade } from "./http/without-upgrade.ts";
import type { ProxyMetrics } from "./metrics/metrics.ts";
import { hundredths, type RequestLine } from "./metrics/request-line.ts";

/** Who may use a proxy, its upstreams, and the connections that left HTTP. */
interface UpgradeOptions {
  readonly access: Access;
  readonly upstreams: readonly Upstream[];
  readonly tunnels: Tunnels;
  readonly metrics: ProxyMetrics;
  /** Called with a line for each WebSocket, once its outcome is known. */
  log(line: RequestLine): void;
  /** Milliseconds on any clock. */
  now(): number;
}

/** Passes the WebSockets of a server to their upstreams; all other requests stay HTTP. */
export function passUpgrades(server: Server, options: UpgradeOptions): void {
  server.on("upgrade", (request, socket, head) => {
    if (isWebSocket(request)) passUpgrade(request, { socket, head }, options);
    else takeWithoutUpgrade(server, request, { socket, head });
  });
}

/** Passes a connection that leaves HTTP to its upstream and back, byte for byte. */
function passUpgrade(
  request: IncomingMessage,
  { socket, head }: { readonly socket: Duplex; readonly head: Buffer },
  options: UpgradeOptions,
): void {
  const { access, upstreams, tunnels, metrics } = options;
  tunnels.add(socket);
  socket.on("error", () => socket.destroy());
  const { path, headers: judged } = addressed(request);
  if (refusal(judged, access) !== undefined) {
    metrics.count("refused");
    refuse(socket, "403 Forbidden");
    return;
  }
  const target = routeOf(path, upstreams);
  if (target === undefined) {
    refuse(socket, "404 Not Found");
    return;
  }
  const { url } = target.upstream;
  const upgrade = request.headers.upgrade ?? "";
  const headers = [
    ...requestHeaders(request.rawHeaders, url.host),
    "Connection",
    "Upgrade",
    "Upgrade",
    upgrade,
  ];
  const outgoing = (url.protocol === "https:" ? https : http).request({
    hostname: hostnameOf(url),
    port: url.port,
    method: request.method,
    path: target.path,
    headers,
  } as http.RequestOptions);
  const log = logOf({ method: request.method ?? "", path }, options);
  outgoing.on("error", (error) => {
    log({ error: upstreamFailure(error) });
    refuse(socket, "502 Bad Gateway");
  });
  outgoing.on("response", (reply) => {
    log({ status: reply.statusCode ?? 0 });
    const { statusCode, statusMessage } = reply;
    // Its body arrives here without chunks, so it ends with the connection.
    const rawHeaders = [...responseHeaders(reply.rawHeaders), "Connection", "close"];
    socket.write(replyHead({ statusCode, statusMessage, rawHeaders }), "latin1");
    reply.pipe(socket);
  });
  outgoing.on("upgrade", (reply, upstream: Duplex, first: Buffer) => {
    log({ status: reply.statusCode ?? 0, ...(wireOf("POST", path) && { reason: UNREAD }) });
    socket.write(replyHead(reply), "latin1");
    socket.write(first);
    upstream.write(head);
    join(socket, upstream);
  });
  outgoing.end();
}

/** Passes bytes between two connections, and ends both when one ends. */
function join(socket: Duplex, upstream: Duplex): void {
  upstream.on("error", () => socket.destroy());
  upstream.on("close", () => socket.destroy());
  socket.on("close", () => upstream.destroy());
  // A side that ends is gone: WebSockets are never half open.
  upstream.on("finish", () => upstream.destroy());
  socket.on("finish", () => socket.destroy());
  upstream.pipe(socket);
  socket.pipe(upstream);
}

/** The reason for a conversation that cannot be read. */
const UNREAD = "a WebSocket: it passes unread";

/** Counts and logs the outcome of a WebSocket, so that users find there why nothing is edited. */
function logOf(
  { method, path }: { readonly method: string; readonly path: string },
  { metrics, log, now }: UpgradeOptions,
) {
  const began = now();
  return (end: Pick<RequestLine, "status" | "reason" | "error">) => {
    if (end.error === undefined)
      metrics.count("requests", 1, { wire: "websocket", done: "passed" });
    else metrics.count("upstream_errors");
    if (end.reason !== undefined) metrics.count("not_edited", 1, { reason: "a WebSocket" });
    const ms = hundredths(now() - began);
    log({ method, path: path.split("?")[0] ?? "", ...end, heldMs: 0, ms });
  };
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
