import { assertZstd, zstdDecompressed } from "../../io/compression/zstd.ts";
import { pieceSource } from "../../io/piece-source.ts";

/** Decompresses a zstd body, as Codex sends them; rejects if it is damaged, or exceeds `maxOutputLength`. */
export async function unzstd(
  bytes: Buffer,
  { maxOutputLength }: { readonly maxOutputLength: number },
): Promise<Buffer> {
  await assertZstd();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of zstdDecompressed(pieceSource(only(bytes)))) {
    length += chunk.length;
    if (length > maxOutputLength) throw new Error(`larger than ${maxOutputLength} bytes`);
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks, length);
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
