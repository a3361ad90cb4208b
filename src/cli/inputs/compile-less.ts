import { requireModule } from "../../base/require-module.ts";
import { bytesOf, type Input } from "./input.ts";

/** Bytes from which on an analysis takes long enough. */
const LARGE = 4_000_000;

/**
 * Has V8's optimizing compiler put fewer functions into their callers, if the inputs are large. An analysis goes through
 * many functions for about a second, and half of its processor time went into compiling them with all that they call,
 * again for each new shape of objects.
 */
export function compileLess(inputs: readonly Input[]): void {
  if ((bytesOf(inputs) ?? LARGE) < LARGE) return;
  const { setFlagsFromString } = requireModule("node:v8") as typeof import("node:v8");
  setFlagsFromString("--max-inlined-bytecode-size-cumulative=200");
}
