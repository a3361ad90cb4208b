import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

/** Whether a request asks for a WebSocket. */
export function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === "websocket";
}

/**
 * Makes a server handle a request that it reported as an upgrade as a normal one: some clients request HTTP/2
 * with each first request, its body included, and continue with HTTP/1.1 if the server ignores that. From Node 24.9 on
 * no such request is reported.
 */
export function takeWithoutUpgrade(
  server: Server,
  request: IncomingMessage,
  { socket, head }: { readonly socket: Duplex; readonly head: Buffer },
): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = [rawHeaders[at], rawHeaders[at + 1]];
    const kept = withoutWish(name, value);
    if (kept !== undefined) lines.push(`${name}: ${kept}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), head]));
  server.emit("connection", socket);
}

const WISHES = new Set(["upgrade", "http2-settings"]);

/** The value of a header without its mentions of another protocol; undefined if nothing is left. */
function withoutWish(name: string, value: string): string | undefined {
  const header = name.toLowerCase();
  if (WISHES.has(header)) return undefined;
  if (header !== "connection") return value;
  const rest = value.split(",").filter((each) => !WISHES.has(each.trim().toLowerCase()));
  return rest.length === 0 ? undefined : rest.join(",");
}
