import type { Hash } from "node:crypto";
import { createRequire } from "node:module";

/** Hexadecimal digits of a SHA-256 that a reference to a text has. */
export const REF_DIGITS = 12;

/**
 * A SHA-256 to be fed. The module for it is loaded at the first one: most runs need none, and it takes
 * milliseconds to load.
 */
export function createDigest(): Hash {
  create ??= (createRequire(import.meta.url)("node:crypto") as typeof import("node:crypto"))
    .createHash;
  return create("sha256");
}

let create: typeof import("node:crypto").createHash | undefined;

/** The SHA-256 of bytes, or of a text as UTF-8 (lone surrogates as U+FFFD), in 64 digits. */
export function digestOf(content: Uint8Array | string): string {
  return createDigest().update(content).digest("hex");
}

/** The reference of a text: the first 12 digits of its SHA-256. */
export function refOf(text: string): string {
  return digestOf(text).slice(0, REF_DIGITS);
}
