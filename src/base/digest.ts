import { sha256 } from "./sha256.ts";

/** Hexadecimal digits of a SHA-256 that a reference to a text has. */
export const REF_DIGITS = 12;

type Crypto = Partial<typeof import("node:crypto")>;

let loaded: Crypto | undefined;

/**
 * Node's module, where there is one. It is loaded at the first digest: most runs need none, and it takes
 * milliseconds to load. Not imported, since code for browsers and workers must name no module of Node's.
 */
function crypto(): Crypto {
  loaded ??= globalThis.process?.getBuiltinModule?.("node:crypto") ?? {};
  return loaded;
}

/** The SHA-256 of bytes, or of a text as UTF-8 (lone surrogates as U+FFFD), in 64 digits. */
export function digestOf(content: Uint8Array | string): string {
  const { hash, createHash } = crypto();
  // In one go, a seventh off the time of a run with an archive. Node 20.12 and later have it.
  if (hash !== undefined) return hash("sha256", content, "hex");
  return createHash?.("sha256").update(content).digest("hex") ?? sha256(content);
}

/** The SHA-256 of texts one after another, as UTF-8 each. */
export function digestOfTexts(texts: Iterable<string>): string {
  const digest = crypto().createHash?.("sha256");
  if (digest === undefined) return sha256([...texts].join(""));
  for (const text of texts) digest.update(text);
  return digest.digest("hex");
}

/** The SHA-256 of texts one after another, in UTF-16 units: lone surrogates stay apart. */
export function digestOfUnits(...texts: readonly string[]): string {
  const digest = crypto().createHash?.("sha256");
  if (digest === undefined) return sha256(unitsOf(texts.join("")));
  for (const text of texts) digest.update(text, "utf16le");
  return digest.digest("hex");
}

/** The reference of a text: the first 12 digits of its SHA-256. */
export function refOf(text: string): string {
  return digestOf(text).slice(0, REF_DIGITS);
}

function unitsOf(text: string): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let k = 0; k < text.length; k++) view.setUint16(2 * k, text.charCodeAt(k), true);
  return new Uint8Array(view.buffer);
}
