import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** The connections that left HTTP, which the server no longer tracks. */
export interface Tunnels {
  add(socket: Duplex): void;
  /** Ends those that carried no byte for this number of consecutive calls. */
  endQuiet(calls: number): void;
}

/** An empty list of tunnels. */
export function createTunnels(): Tunnels {
  const open = new Map<Duplex, { bytes: number; quiet: number }>();
  return {
    add(socket) {
      open.set(socket, { bytes: 0, quiet: 0 });
      socket.once("close", () => open.delete(socket));
    },
    endQuiet(calls) {
      for (const [socket, state] of open) {
        const { bytesRead = 0, bytesWritten = 0 } = socket as Partial<Socket>;
        const bytes = bytesRead + bytesWritten;
        state.quiet = bytes === state.bytes ? state.quiet + 1 : 0;
        state.bytes = bytes;
        if (state.quiet >= calls) socket.destroy();
      }
    },
  };
}

/** Milliseconds between checks of the remaining connections, and until a tunnel counts as quiet. */
const DRAINING = { every: 100, quiet: 5000 };

/**
 * Waits for the requests in flight, and accepts no more. A tunnel ends when it has been quiet, because nobody
 * can tell whether its peers are done.
 */
export function drained(server: Server, tunnels: Tunnels, times = DRAINING): Promise<void> {
  return new Promise((resolve) => {
    // A connection becomes idle only after its request is done.
    const closing = setInterval(() => {
      server.closeIdleConnections();
      tunnels.endQuiet(Math.ceil(times.quiet / times.every));
    }, times.every);
    server.close(() => {
      clearInterval(closing);
      resolve();
    });
  });
}
