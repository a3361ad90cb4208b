import { fstatSync } from "node:fs";
import { type Compression, type OpenedSource, openSource } from "./compression/compression.ts";
import { type ByteSource, descriptorSource } from "./file-descriptor.ts";
import { createSpool, type Spool } from "./store/spool.ts";
import type { Store } from "./store/store.ts";
import { storeSource } from "./store/store-source.ts";
import { zipFile } from "./zip/zip-bytes.ts";
import { type ZipSamples, zipSamples } from "./zip/zip-samples.ts";

/** The bytes of an input, decompressed. */
export interface OpenedBytes {
  readonly source: ByteSource;
  /** The store for reading again: the file itself if it is regular and not compressed. */
  readonly store: Store;
  readonly compression: Compression | undefined;
  /** The samples of an Inspect log that is a ZIP archive: the source returns them as rows. */
  readonly samples: ZipSamples | undefined;
  /** Whether the store is the file itself. */
  readonly isPlain: boolean;
}

/** Opens the bytes of a file by its descriptor, or of a stream, for as long as `use` runs. */
export async function withBytes<T>(
  from: number | ByteSource,
  use: (opened: OpenedBytes) => Promise<T>,
): Promise<T> {
  const opened = await openedBytes(from);
  try {
    return await use(opened);
  } finally {
    opened.close();
  }
}

async function openedBytes(from: number | ByteSource): Promise<Opened> {
  if (typeof from !== "number") return openedStream(await openSource(from));
  const source = await openSource(descriptorSource(from));
  if (!fstatSync(from).isFile()) return openedStream(source);
  if (source.isZip) {
    const zip = zipFile(from);
    const samples = zipSamples(zip);
    if (samples !== undefined) return openedSamples(samples, zip);
  }
  const isPlain = source.compression === undefined;
  const store = createSpool(isPlain ? { source: from } : {});
  return { ...PLAIN, source, store, isPlain, compression: source.compression, close: store.close };
}

type Opened = OpenedBytes & { close(): void };

const PLAIN = { compression: undefined, samples: undefined } as const;

async function openedStream(opened: OpenedSource): Promise<Opened> {
  let source: ByteSource = opened;
  const store = createSpool();
  if (opened.isZip) {
    // Its directory is at its end.
    const zip = await spooled(source);
    const samples = zipSamples(zip);
    if (samples !== undefined) return openedSamples(samples, zip);
    source = storeSource(zip);
  }
  const { compression } = opened;
  return { ...PLAIN, source, store, compression, isPlain: false, close: store.close };
}

function openedSamples(samples: ZipSamples, zip: Pick<Spool, "close">): Opened {
  const store = createSpool();
  const close = () => {
    store.close();
    zip.close();
  };
  return { ...PLAIN, samples, source: samples.rows(), store, isPlain: false, close };
}

/** Bytes of a stream read at a time. */
const CHUNK_BYTES = 256 * 1024;

async function spooled(source: ByteSource): Promise<Spool> {
  const spool = createSpool();
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let count = await source.read(chunk); count > 0; count = await source.read(chunk))
    spool.append(chunk.subarray(0, count));
  return spool;
}
