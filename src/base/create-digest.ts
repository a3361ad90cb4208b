import type { Hash } from "node:crypto";
import { requireModule } from "./require-module.ts";

let loaded: typeof import("node:crypto") | undefined;

/** An incremental SHA-256, by Node's module, which is loaded at first use. */
export function createDigest(): Hash {
  loaded ??= requireModule("node:crypto") as typeof import("node:crypto");
  return loaded.createHash("sha256");
}
