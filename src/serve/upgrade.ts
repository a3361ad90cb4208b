import http, { type IncomingMessage, type Server } from "node:http";
import https from "node:https";
import type { Duplex } from "node:stream";
import { type Access, addressed, refusal } from "./access.ts";
import type { Tunnels } from "./drain.ts";
import { requestHeaders } from "./headers.ts";
import { replyHead } from "./reply-head.ts";
import { routeOf, type Upstream } from "./upstreams.ts";
import { isWebSocket, takeWithoutUpgrade } from "./without-upgrade.ts";

/** Who may use a proxy, its upstreams, and its connections that left HTTP. */
interface UpgradeOptions {
  readonly access: Access;
  readonly upstreams: readonly Upstream[];
  readonly tunnels: Tunnels;
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
  { access, upstreams, tunnels }: UpgradeOptions,
): void {
  tunnels.add(socket);
  socket.on("error", () => socket.destroy());
  const { path, headers: judged } = addressed(request);
  if (refusal(judged, access) !== undefined) {
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
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port,
    method: request.method,
    path: target.path,
    headers,
  } as http.RequestOptions);
  outgoing.on("error", () => refuse(socket, "502 Bad Gateway"));
  outgoing.on("response", (reply) => {
    socket.write(replyHead(reply), "latin1");
    reply.pipe(socket);
  });
  outgoing.on("upgrade", (reply, upstream: Duplex, first: Buffer) => {
    upstream.on("error", () => socket.destroy());
    upstream.on("close", () => socket.destroy());
    socket.on("close", () => upstream.destroy());
    // One that ends is gone: WebSockets are never half open.
    upstream.on("finish", () => upstream.destroy());
    socket.on("finish", () => socket.destroy());
    socket.write(replyHead(reply), "latin1");
    socket.write(first);
    upstream.write(head);
    upstream.pipe(socket);
    socket.pipe(upstream);
  });
  outgoing.end();
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
