import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** The connections of a server that left HTTP, which it does not know any more. */
export interface Tunnels {
  add(socket: Duplex): void;
  /** Ends those over which no byte went for this number of calls in a row. */
  endQuiet(calls: number): void;
}

/** Tunnels of which there is none yet. */
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

/** Milliseconds between two looks at what is left, and until a tunnel is quiet. */
const DRAINING = { every: 100, quiet: 5000 };

/**
 * Lets requests on their way end; takes no more. A tunnel ends when it has been quiet: nobody can tell whether its
 * peers are done.
 */
export function drained(server: Server, tunnels: Tunnels, times = DRAINING): Promise<void> {
  return new Promise((resolve) => {
    // A connection may be idle only once its request is done.
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
