import { hasProcessEnded, startOf, thisHost } from "../../io/replacement/process-identity.ts";

/** The identity of a process, distinct from later ones with the same process id. */
export interface WriterIdentity {
  /** The machine, and on Linux the namespace of its process ids. */
  readonly host: string;
  readonly pid: number;
  /** When the process started, in the system's unit; empty if unknown. */
  readonly started: string;
  /** Distinguishes several locks of one process. */
  readonly nonce: string;
}

/** This process, with a new nonce. */
export function ownIdentity(): WriterIdentity {
  // Not from node:crypto, which takes milliseconds to load: a nonce need not be hard to guess.
  const nonce = Math.floor(Math.random() * 2 ** 48).toString(16);
  return { host: thisHost(), pid: process.pid, started: startOf(process.pid), nonce };
}

/** Parses an identity from JSON; undefined if it is none. */
export function parseIdentity(text: string): WriterIdentity | undefined {
  try {
    const { host, pid, started, nonce } = JSON.parse(text) as Partial<WriterIdentity>;
    if (typeof host !== "string" || typeof pid !== "number") return undefined;
    if (typeof started !== "string" || typeof nonce !== "string") return undefined;
    if (!/^[0-9a-f]+$/.test(nonce)) return undefined;
    return { host, pid, started, nonce };
  } catch {
    return undefined;
  }
}

/** A unique name of this holder, for file names. */
export function nameOf({ pid, nonce }: WriterIdentity): string {
  return `${pid}-${nonce}`;
}

/** Whether this process can check if that one has ended. */
export function isOnThisHost({ host }: WriterIdentity): boolean {
  return host === thisHost();
}

/** Whether a process has certainly ended; false for one of another machine. */
export function hasEnded(identity: WriterIdentity): boolean {
  if (!isOnThisHost(identity)) return false;
  return hasProcessEnded(identity.pid, identity.started);
}
