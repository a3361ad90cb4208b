import { requireModule } from "../../base/require-module.ts";

type Zlib = typeof import("node:zlib");

let loaded: Zlib | undefined;

/** Node's zlib, loaded at first use: most runs do not need it, and it takes milliseconds to load. */
export function zlib(): Zlib {
  loaded ??= requireModule("node:zlib") as Zlib;
  return loaded;
}
