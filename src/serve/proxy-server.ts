import { createServer, type RequestListener, type Server } from "node:http";

/**
 * The headers that pass, of requests and of replies: Node cuts off, without a word, what comes after the 1,000th (0: no
 * limit), and takes 16 KiB of them, less than providers do.
 */
export const HEADER_LIMITS = { count: 0, bytes: 256 * 1024 } as const;

/** The server of a proxy; a request may take as long as it takes. */
export function createProxyServer(listener: RequestListener): Server {
  const server = createServer({ maxHeaderSize: HEADER_LIMITS.bytes }, listener);
  server.maxHeadersCount = HEADER_LIMITS.count;
  // Replies of models may take as long as they take.
  server.requestTimeout = 0;
  // Longer than clients keep theirs: a connection is not closed as a request comes on it.
  server.keepAliveTimeout = 120_000;
  // A client may send any number of requests before it has a reply; each of them listens for its end.
  server.on("connection", (socket) => socket.setMaxListeners(0));
  return server;
}
