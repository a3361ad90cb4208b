import { bufferOf } from "../../base/buffer-of.ts";
import { applySplices, type Splice } from "../../json/splice/splice.ts";

/** A range of a body, and the text that replaces it. */
export type BodySplice = Pick<Splice, "start" | "end" | "text">;

/** A body as pieces to send one after another. */
export interface BodyToSend {
  readonly pieces: readonly Uint8Array[];
  readonly length: number;
}

/** A body with edits applied, as pieces to send one after another, without copying its bytes. */
export function bodyWith(body: Uint8Array, splices: readonly BodySplice[]): BodyToSend {
  const bytes = bufferOf(body);
  const pieces = splices.length === 0 ? [bytes] : [...applySplices(bytes, splices)];
  return { pieces, length: pieces.reduce((all, piece) => all + piece.length, 0) };
}
