/**
 * Reads which pages of a SQLite database its write-ahead log has newer versions of, as SQLite's own recovery does
 * (sqlite.org/fileformat2.html, section 4): a log that was not checkpointed holds what was committed last.
 */

/** The pages that a write-ahead log brings. */
export interface WalPages {
  readonly pageBytes: number;
  /** Where in the log the newest committed version of a page begins, by the number of the page, from 1. */
  readonly offsets: ReadonlyMap<number, number>;
  /** The pages of the database after the last commit; undefined where nothing was committed. */
  readonly pageCount: number | undefined;
}

/** Reads bytes of the log at an offset. Gives how many there were. */
export type ReadAt = (into: Buffer, offset: number) => number;

/** Bytes of the log's header, which changes whenever the log begins anew. */
export const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;
const VERSION = 3007000;

/**
 * Finds the committed pages of a log. It ends at the first frame that was not written whole, or that is left from
 * an earlier log; undefined where not even its header is whole, which SQLite takes for an empty log.
 */
export function walPages(readAt: ReadAt): WalPages | undefined {
  const header = Buffer.alloc(WAL_HEADER_BYTES);
  if (readAt(header, 0) < WAL_HEADER_BYTES) return undefined;
  const magic = header.readUInt32BE(0);
  if ((magic & ~1) >>> 0 !== MAGIC || header.readUInt32BE(4) !== VERSION) return undefined;
  const sums = createSums({ isLittle: (magic & 1) === 0 });
  sums.add(header.subarray(0, 24));
  if (!sums.are(header.subarray(24))) return undefined;
  const pageBytes = header.readUInt32BE(8);
  if (pageBytes < 512 || pageBytes > 65536 || (pageBytes & (pageBytes - 1)) !== 0) return undefined;
  const salts = header.subarray(16, 24);

  const offsets = new Map<number, number>();
  let pageCount: number | undefined;
  let uncommitted = new Map<number, number>();
  const frame = Buffer.alloc(FRAME_HEADER_BYTES + pageBytes);
  for (let at = WAL_HEADER_BYTES; readAt(frame, at) === frame.length; at += frame.length) {
    sums.add(frame.subarray(0, 8));
    sums.add(frame.subarray(FRAME_HEADER_BYTES));
    const isOwn = frame.subarray(8, 16).equals(salts);
    const page = frame.readUInt32BE(0);
    if (!isOwn || page === 0 || !sums.are(frame.subarray(16, 24))) break;
    uncommitted.set(page, at + FRAME_HEADER_BYTES);
    const count = frame.readUInt32BE(4);
    if (count === 0) continue;
    pageCount = count;
    for (const [each, offset] of uncommitted) offsets.set(each, offset);
    uncommitted = new Map();
  }
  for (const page of offsets.keys()) if (page > (pageCount ?? 0)) offsets.delete(page);
  return { pageBytes, offsets, pageCount };
}

/** The two running checksums of a log, over words in the order of bytes that its magic number names. */
function createSums({ isLittle }: { readonly isLittle: boolean }) {
  let first = 0;
  let second = 0;
  return {
    add(bytes: Buffer) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let at = 0; at < bytes.length; at += 8) {
        first = (first + view.getUint32(at, isLittle) + second) >>> 0;
        second = (second + view.getUint32(at + 4, isLittle) + first) >>> 0;
      }
    },
    /** Whether they are those that the log has, which are always big-endian. */
    are: (recorded: Buffer) =>
      recorded.readUInt32BE(0) === first && recorded.readUInt32BE(4) === second,
  };
}
