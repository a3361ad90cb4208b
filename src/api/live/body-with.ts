import { applySplices, type Splice } from "../../json/splice/splice.ts";

/** Bytes of a body that another text takes the place of. */
export type BodySplice = Pick<Splice, "start" | "end" | "text">;

/** A body as pieces to be sent one after another. */
export interface BodyToSend {
  readonly pieces: readonly Uint8Array[];
  readonly length: number;
}

/** A body with edits carried out, as pieces to be sent one after another: none of its bytes is copied. */
export function bodyWith(body: Uint8Array, splices: readonly BodySplice[]): BodyToSend {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const pieces = splices.length === 0 ? [bytes] : [...applySplices(bytes, splices)];
  return { pieces, length: pieces.reduce((all, piece) => all + piece.length, 0) };
}
