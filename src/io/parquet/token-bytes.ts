import type { Leaf } from "./schema.ts";

const QUOTE = 0x22;

/** The UTF-8 of a JSON string; undefined if it is none. */
export function textOf(token: Buffer, hasEscapes: boolean): Buffer | undefined {
  if (token[0] !== QUOTE) return undefined;
  if (!hasEscapes) return Buffer.from(token.subarray(1, -1));
  const text = token.toString("latin1");
  // As Latin-1 each byte is a character that stays, but for escapes of characters that are more than one.
  if (!/\\u(?!00[0-7])/.test(text)) return Buffer.from(JSON.parse(text) as string, "latin1");
  return Buffer.from(JSON.parse(token.toString("utf8")) as string, "utf8");
}

/** The bytes of a value that is no text; undefined if it is none of its type. */
export function bytesOf(token: string, { type, isUnsigned }: Leaf): Buffer | undefined {
  const isWhole = /^-?\d+$/.test(token);
  switch (type) {
    case "boolean":
      return token === "true" || token === "false"
        ? Buffer.from([token === "true" ? 1 : 0])
        : undefined;
    case "int32":
    case "int64": {
      if (!isWhole) return undefined;
      const bytes = Buffer.alloc(8);
      if (isUnsigned) bytes.writeBigUInt64LE(BigInt.asUintN(64, BigInt(token)));
      else bytes.writeBigInt64LE(BigInt.asIntN(64, BigInt(token)));
      return type === "int64" ? bytes : bytes.subarray(0, 4);
    }
    case "float":
    case "double": {
      const value = Number(token);
      if (Number.isNaN(value)) return undefined;
      const bytes = Buffer.alloc(type === "float" ? 4 : 8);
      if (type === "float") bytes.writeFloatLE(value);
      else bytes.writeDoubleLE(value);
      return bytes;
    }
    default:
      return undefined;
  }
}
