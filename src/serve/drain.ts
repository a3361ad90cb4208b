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
const DRAINING = { every: 100, quiet: 5000, onWaiting: (): void => {} };

/** How the remaining connections are waited for. */
type Draining = Partial<typeof DRAINING>;

/**
 * Waits for the requests in flight, and accepts no more. A tunnel ends when it has been quiet, because nobody
 * can tell whether its peers are done. `onWaiting` is called once if some are still there at the second check.
 */
export function drained(server: Server, tunnels: Tunnels, draining: Draining = {}): Promise<void> {
  const { every, quiet, onWaiting } = { ...DRAINING, ...draining };
  return new Promise((resolve) => {
    let checks = 0;
    // A connection becomes idle only after its request is done.
    const closing = setInterval(() => {
      if (++checks === 2) onWaiting();
      server.closeIdleConnections();
      tunnels.endQuiet(Math.ceil(quiet / every));
    }, every);
    server.close(() => {
      clearInterval(closing);
      resolve();
    });
  });
}
