import { createServer, type RequestListener, type Server } from "node:http";
import { isWebSocket } from "./without-upgrade.ts";

/**
 * The limits for headers of requests and replies. By default Node silently drops headers after the 1,000th
 * (0: no limit), and accepts 16 KiB of them, less than providers do.
 */
export const HEADER_LIMITS = { count: 0, bytes: 256 * 1024 } as const;

/** The server of a proxy; requests have no time limit. */
export function createProxyServer(listener: RequestListener): Server {
  const options = {
    maxHeaderSize: HEADER_LIMITS.bytes,
    // Other upgrades are requests as all others are. Before Node 24.9 the server reports them: takeWithoutUpgrade.
    shouldUpgradeCallback: isWebSocket,
  };
  const server = createServer(options, listener);
  server.maxHeadersCount = HEADER_LIMITS.count;
  // Replies of models have no time limit.
  server.requestTimeout = 0;
  // Longer than clients keep theirs, so that no connection is closed while a request arrives on it.
  server.keepAliveTimeout = 120_000;
  // A client may send any number of requests before a reply; each adds a listener for its end.
  server.on("connection", (socket) => socket.setMaxListeners(0));
  return server;
}
