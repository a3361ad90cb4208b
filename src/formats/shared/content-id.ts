import { digestOf } from "../../base/digest.ts";

/** An id derived from content: equal content, equal id. 32 hexadecimal digits. */
export function contentId(...content: readonly string[]): string {
  return digestOf(content.join("\0")).slice(0, 32);
}

/** An id derived from content as a UUID of version 8, for ids that a program defines itself (RFC 9562). */
export function contentUuid(...content: readonly string[]): string {
  const id = contentId(...content);
  const variant = ((Number.parseInt(id[16] ?? "0", 16) & 0x3) | 0x8).toString(16);
  return [
    id.slice(0, 8),
    id.slice(8, 12),
    `8${id.slice(13, 16)}`,
    `${variant}${id.slice(17, 20)}`,
    id.slice(20),
  ].join("-");
}
