/** Width and height of an image. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** How many pixels an image has, by its first bytes: PNG, GIF, JPEG and WebP. */
export function pixelsOf(bytes: Buffer): Pixels | undefined {
  if (bytes.length < 26) return undefined;
  if (bytes.readUInt32BE(0) === 0x89504e47)
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  const head = bytes.toString("latin1", 0, 16);
  if (head.startsWith("GIF8"))
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) return webp(bytes, head.slice(12));
  return bytes.readUInt16BE(0) === 0xffd8 ? jpeg(bytes) : undefined;
}

/** Finds the first frame of a JPEG by walking its segments. */
function jpeg(bytes: Buffer): Pixels | undefined {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function webp(bytes: Buffer, chunk: string): Pixels | undefined {
  if (bytes.length < 30) return undefined;
  switch (chunk) {
    case "VP8 ":
      return {
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
