import type { Hash } from "node:crypto";
import { requireModule } from "./require-module.ts";

/** Hexadecimal digits of a SHA-256 that a reference to a text has. */
export const REF_DIGITS = 12;

type Crypto = typeof import("node:crypto");

let loaded: Crypto | undefined;

/** The module is loaded at the first digest: most runs need none, and it takes milliseconds to load. */
function crypto(): Crypto {
  loaded ??= requireModule("node:crypto") as Crypto;
  return loaded;
}

/** A SHA-256 to be fed. */
export function createDigest(): Hash {
  return crypto().createHash("sha256");
}

/** The SHA-256 of bytes, or of a text as UTF-8 (lone surrogates as U+FFFD), in 64 digits. */
export function digestOf(content: Uint8Array | string): string {
  const { hash } = crypto() as Partial<Crypto>;
  // In one go, a seventh off the time of a run with an archive. Node 20.12 and later have it.
  return hash === undefined
    ? createDigest().update(content).digest("hex")
    : hash("sha256", content, "hex");
}

/** The SHA-256 of texts one after another, in UTF-16 units: lone surrogates stay apart. */
export function digestOfUnits(...texts: readonly string[]): string {
  const digest = createDigest();
  for (const text of texts) digest.update(text, "utf16le");
  return digest.digest("hex");
}

/** The reference of a text: the first 12 digits of its SHA-256. */
export function refOf(text: string): string {
  return digestOf(text).slice(0, REF_DIGITS);
}
