import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";

/** The path of a Parquet file that pyarrow made: see `fixtures/parquet/make.py`. */
export function parquetFixture(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/parquet/${name}.parquet`, import.meta.url));
}

/** The rows of a Parquet file, as another reader than ours gives them. JSON texts are texts. */
export async function parquetRows(file: string): Promise<readonly Record<string, unknown>[]> {
  return parquetReadObjects({ file: bytesOf(file), compressors, utf8: true });
}

/** The footer of a Parquet file, as another reader than ours gives it. */
export function parquetFooter(file: string) {
  const descriptor = openSync(file, "r");
  const { size } = fstatSync(descriptor);
  const last = (count: number) => {
    const bytes = new Uint8Array(count);
    readSync(descriptor, bytes, 0, count, size - count);
    return bytes.buffer;
  };
  // The footer's length, the footer's mark: files of many megabytes are not read whole for it.
  const length = new DataView(last(8)).getUint32(0, true);
  const footer = last(length + 8);
  closeSync(descriptor);
  return parquetMetadata(footer);
}

function bytesOf(file: string): ArrayBuffer {
  const bytes = readFileSync(file);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
}
