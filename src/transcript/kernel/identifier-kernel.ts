import { compileWasm, startWasm } from "../../base/web-assembly.ts";
import type { RawText } from "../model/transcript.ts";
import { IDENTIFIERS_BASE64 } from "./identifiers.generated.ts";

/** The kinds of identifiers, by the number that the module gives. */
export const IDENTIFIER_KINDS = ["name", "number", "path"] as const;

/** The numbers that the module writes for an identifier: both halves of its hash, and its kind. */
export const FOUND_STRIDE = 3;

/** The exports of the WebAssembly module; see find-identifiers.ts. */
interface Exports {
  prepare(): void;
  identifiers(start: number, end: number, into: number, escaped: number): number;
}

/** Where texts lie, the longest of them, and where what is found is written: at most one in five bytes. */
const TEXT = 4096;
const MOST_BYTES = 1 << 20;
const FOUND = TEXT + MOST_BYTES + 64;
const BYTES = FOUND + (MOST_BYTES / 5 + 1) * FOUND_STRIDE * 4;

interface IdentifierKernel extends Exports {
  readonly bytes: Uint8Array;
  readonly found: Int32Array;
}

/**
 * The identifiers of a text by its bytes, valid until the next call: see `scanIdentifiers`. Undefined if the text has
 * to be decoded: it is long, or has escapes for what others write plainly.
 */
export function identifiersIn({ bytes, isEscaped }: RawText): Int32Array | undefined {
  if (bytes.length > MOST_BYTES) return undefined;
  shared ??= startKernel();
  const kernel = shared;
  kernel.bytes.set(bytes, TEXT);
  const end = kernel.identifiers(TEXT, TEXT + bytes.length, FOUND, isEscaped ? 1 : 0);
  return end === 0 ? undefined : kernel.found.subarray(0, (end - FOUND) / 4);
}

let shared: IdentifierKernel | undefined;

function startKernel(): IdentifierKernel {
  const { exports, buffer } = startWasm<Exports>(compileWasm(IDENTIFIERS_BASE64), BYTES);
  exports.prepare();
  const { prepare, identifiers } = exports;
  return {
    prepare,
    identifiers,
    bytes: new Uint8Array(buffer),
    found: new Int32Array(buffer, FOUND),
  };
}
