/** Bytes of a text in UTF-8; a lone surrogate counts as U+FFFD. Node counts them without a walk. */
export function utf8Bytes(text: string): number {
  const node = globalThis.Buffer as typeof Buffer | undefined;
  return node === undefined ? new TextEncoder().encode(text).length : node.byteLength(text);
}
