import { hasProcessEnded, startOf, thisHost } from "../../io/process-identity.ts";

/** Who holds something: a process, told apart from a later one of the same number. */
export interface WriterIdentity {
  /** The machine, and on Linux what processes are counted in. */
  readonly host: string;
  readonly pid: number;
  /** When the process started, in a unit of the system's; empty where it does not say. */
  readonly started: string;
  /** Tells apart what one process holds. */
  readonly nonce: string;
}

/** This process, under a nonce of its own. */
export function ownIdentity(): WriterIdentity {
  // Not of node:crypto, which takes milliseconds to load: it need not be hard to guess.
  const nonce = Math.floor(Math.random() * 2 ** 48).toString(16);
  return { host: thisHost(), pid: process.pid, started: startOf(process.pid), nonce };
}

/** Reads what `JSON.stringify` made of an identity; nothing if that is not what it is. */
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

/** A name that only this holder has, as a part of file names. */
export function nameOf({ pid, nonce }: WriterIdentity): string {
  return `${pid}-${nonce}`;
}

/** Whether it can be said of a process here whether it has ended. */
export function isHere({ host }: WriterIdentity): boolean {
  return host === thisHost();
}

/** Whether a process has ended for certain; of another machine that cannot be said. */
export function hasEnded(identity: WriterIdentity): boolean {
  if (!isHere(identity)) return false;
  return hasProcessEnded(identity.pid, identity.started);
}
