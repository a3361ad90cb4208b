import { fstatSync } from "node:fs";
import { type Compression, openSource } from "./compression.ts";
import { type ByteSource, descriptorSource, rangeSource } from "./file-descriptor.ts";
import { createSpool } from "./spool.ts";
import type { Store } from "./store.ts";

/** The bytes of an input, decompressed. */
export interface OpenedBytes {
  readonly source: ByteSource;
  /** Keeps what may be read again: the file itself where it is regular and not compressed. */
  readonly store: Store;
  readonly compression: Compression | undefined;
  /** Whether the store is the file itself. */
  readonly isPlain: boolean;
}

/**
 * Opens the bytes of a file by its descriptor, all or the part `[start, end)`, or of a stream, for as
 * long as `use` runs.
 */
export async function withBytes<T>(
  from: number | ByteSource,
  use: (opened: OpenedBytes) => Promise<T>,
  part?: { readonly start: number; readonly end: number },
): Promise<T> {
  const opened = await openedBytes(from, part);
  try {
    return await use(opened);
  } finally {
    opened.store.close();
  }
}

async function openedBytes(
  from: number | ByteSource,
  part: { readonly start: number; readonly end: number } | undefined,
) {
  if (typeof from !== "number")
    return { ...(await opened(from)), store: createSpool(), isPlain: false };
  if (part !== undefined)
    return {
      source: rangeSource(from, part),
      compression: undefined,
      store: createSpool(),
      isPlain: false,
    };
  const { source, compression } = await opened(descriptorSource(from));
  const isPlain = compression === undefined && fstatSync(from).isFile();
  return { source, compression, isPlain, store: createSpool(isPlain ? { source: from } : {}) };
}

async function opened(bytes: ByteSource) {
  const source = await openSource(bytes);
  return { source, compression: source.compression };
}
