import type { Hash } from "node:crypto";
import { requireModule } from "./require-module.ts";

let loaded: typeof import("node:crypto") | undefined;

/** A SHA-256 to be fed, by Node's module, which is loaded at the first. */
export function createDigest(): Hash {
  loaded ??= requireModule("node:crypto") as typeof import("node:crypto");
  return loaded.createHash("sha256");
}
