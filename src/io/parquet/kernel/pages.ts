/**
 * Codecs of Parquet's pages and JSON's escapes, in AssemblyScript: Snappy and LZ4, both ways. All of it
 * works between places of one memory, behind which are 64 bytes that may be read and written: sixteen go at a time.
 */

/** Where the places of four bytes are kept, by their hash. */
const TABLE: usize = 65_536;
const HASH_BITS: i32 = 14;

/** Copies to a place from one before it; the two may overlap. Up to 15 bytes behind are overwritten. */
// @ts-ignore: decorator
@inline
function copyBack(out: usize, offset: usize, length: usize): void {
  const end = out + length;
  let from = out - offset;
  if (offset >= 16) {
    do {
      v128.store(out, v128.load(from));
      out += 16;
      from += 16;
    } while (out < end);
  } else if (offset >= 8) {
    do {
      store<u64>(out, load<u64>(from));
      out += 8;
      from += 8;
    } while (out < end);
  } else {
    do {
      store<u8>(out++, load<u8>(from++));
    } while (out < end);
  }
}

/** Copies literals. Up to 15 bytes behind are overwritten. */
// @ts-ignore: decorator
@inline
function copyLiteral(out: usize, from: usize, length: usize): void {
  if (length > 64) {
    memory.copy(out, from, length);
    return;
  }
  const end = out + length;
  do {
    v128.store(out, v128.load(from));
    out += 16;
    from += 16;
  } while (out < end);
}

/** Decompresses the elements of Snappy, behind the size. Says whether they make exactly `size` bytes. */
export function snappyDecode(at: usize, inEnd: usize, start: usize, size: usize): bool {
  let out = start;
  const end = start + size;
  while (at < inEnd) {
    const tag = <usize>load<u8>(at++);
    let length: usize = (tag >> 2) + 1;
    let offset: usize;
    const kind = tag & 3;
    if (kind == 0) {
      if (length > 60) {
        const extra = length - 60;
        const bits = load<u32>(at);
        length = <usize>(extra == 4 ? bits : bits & ((1 << (<u32>extra * 8)) - 1)) + 1;
        at += extra;
        if (at > inEnd || length == 0) return false;
      }
      if (length > inEnd - at || length > end - out) return false;
      copyLiteral(out, at, length);
      at += length;
      out += length;
      continue;
    }
    if (kind == 1) {
      length = ((tag >> 2) & 7) + 4;
      offset = ((tag >> 5) << 8) | <usize>load<u8>(at);
      at += 1;
    } else if (kind == 2) {
      offset = <usize>load<u16>(at);
      at += 2;
    } else {
      offset = <usize>load<u32>(at);
      at += 4;
    }
    if (at > inEnd || offset == 0 || offset > out - start || length > end - out) return false;
    copyBack(out, offset, length);
    out += length;
  }
  return out == end;
}

/** Decompresses a block of LZ4. Gives how many bytes it makes, at most `size`; -1 where it is damaged. */
export function lz4Decode(at: usize, inEnd: usize, start: usize, size: usize): i32 {
  let out = start;
  const end = start + size;
  while (at < inEnd) {
    const token = <usize>load<u8>(at++);
    let length: usize = token >> 4;
    if (length == 15) {
      let byte: usize;
      do {
        if (at >= inEnd) return -1;
        byte = <usize>load<u8>(at++);
        length += byte;
      } while (byte == 255);
    }
    if (length > inEnd - at || length > end - out) return -1;
    if (length > 0) copyLiteral(out, at, length);
    at += length;
    out += length;
    if (at == inEnd) return <i32>(out - start);
    const offset = <usize>load<u16>(at);
    at += 2;
    if (at > inEnd || offset == 0 || offset > out - start) return -1;
    length = (token & 15) + 4;
    if (length == 19) {
      let byte: usize;
      do {
        if (at >= inEnd) return -1;
        byte = <usize>load<u8>(at++);
        length += byte;
      } while (byte == 255);
    }
    if (length > end - out) return -1;
    copyBack(out, offset, length);
    out += length;
  }
  return size == 0 ? 0 : -1;
}

// @ts-ignore: decorator
@inline
function slotOf(word: u32): usize {
  return TABLE + (<usize>((word * 0x1e35a7bd) >> (32 - HASH_BITS)) << 2);
}

/** How many bytes at a place are those at one before it. */
// @ts-ignore: decorator
@inline
function sameBytes(at: usize, before: usize, end: usize): usize {
  const start = at;
  while (at + 8 <= end) {
    const differ = load<u64>(at) ^ load<u64>(before);
    if (differ != 0) return at - start + <usize>(ctz(differ) >> 3);
    at += 8;
    before += 8;
  }
  while (at < end && load<u8>(at) == load<u8>(before)) {
    at++;
    before++;
  }
  return at - start;
}

function snappyLiteral(out: usize, from: usize, length: usize): usize {
  if (length == 0) return out;
  const rest = length - 1;
  if (rest < 60) store<u8>(out++, <u8>(rest << 2));
  else if (rest < 256) {
    store<u16>(out, <u16>((60 << 2) | (rest << 8)));
    out += 2;
  } else {
    // A block has 65,536 bytes at most.
    store<u8>(out, 61 << 2);
    store<u16>(out + 1, <u16>rest);
    out += 3;
  }
  copyLiteral(out, from, length);
  return out + length;
}

function snappyCopy(out: usize, offset: usize, length: usize): usize {
  while (length > 0) {
    // A copy has 64 bytes at most, and the shortest that may follow one has 4 here.
    const size = length > 64 ? min<usize>(64, length - 4) : length;
    if (size < 12 && offset < 2048) {
      store<u8>(out, <u8>(((offset >> 8) << 5) | ((size - 4) << 2) | 1));
      store<u8>(out + 1, <u8>offset);
      out += 2;
    } else {
      store<u8>(out, <u8>(((size - 1) << 2) | 2));
      store<u16>(out + 1, <u16>offset);
      out += 3;
    }
    length -= size;
  }
  return out;
}

/** Compresses into elements of Snappy, in blocks of 65,536 bytes. Gives where they end. */
export function snappyEncode(start: usize, inEnd: usize, out: usize): usize {
  for (let block = start; block < inEnd; block += 65_536) {
    const end = min(inEnd, block + 65_536);
    memory.fill(TABLE, 0, 4 << HASH_BITS);
    let literal = block;
    let misses: usize = 32;
    let at = block + 1;
    while (at + 4 <= end) {
      const word = load<u32>(at);
      const slot = slotOf(word);
      const before = block + <usize>load<u32>(slot);
      store<u32>(slot, <u32>(at - block));
      if (before >= at || load<u32>(before) != word) {
        at += misses++ >> 5; // What does not compress is gone through faster and faster.
        continue;
      }
      misses = 32;
      out = snappyLiteral(out, literal, at - literal);
      const length = 4 + sameBytes(at + 4, before + 4, end);
      out = snappyCopy(out, at - before, length);
      at += length;
      literal = at;
    }
    out = snappyLiteral(out, literal, end - literal);
  }
  return out;
}

// @ts-ignore: decorator
@inline
function lz4Rest(out: usize, rest: usize): usize {
  while (rest >= 255) {
    store<u8>(out++, 255);
    rest -= 255;
  }
  store<u8>(out++, <u8>rest);
  return out;
}

/** A sequence of LZ4: literals, and a copy of at least four bytes; none, by a length of 0, at the end. */
function lz4Sequence(out: usize, from: usize, literals: usize, offset: usize, length: usize): usize {
  const token = out++;
  const more = length == 0 ? 0 : length - 4;
  store<u8>(token, <u8>((min<usize>(literals, 15) << 4) | min<usize>(more, 15)));
  if (literals >= 15) out = lz4Rest(out, literals - 15);
  if (literals > 0) copyLiteral(out, from, literals);
  out += literals;
  if (length == 0) return out;
  store<u16>(out, <u16>offset);
  out += 2;
  return more >= 15 ? lz4Rest(out, more - 15) : out;
}

/** Compresses into a block of LZ4. Gives where it ends. The last copy starts 12 bytes and ends 5 before the end. */
export function lz4Encode(start: usize, end: usize, out: usize): usize {
  let literal = start;
  if (end - start >= 13) {
    memory.fill(TABLE, 0, 4 << HASH_BITS);
    const last = end - 12;
    let misses: usize = 64;
    let at = start + 1;
    while (at < last) {
      const word = load<u32>(at);
      const slot = slotOf(word);
      const before = start + <usize>load<u32>(slot);
      store<u32>(slot, <u32>(at - start));
      if (before >= at || at - before > 65_535 || load<u32>(before) != word) {
        at += misses++ >> 6;
        continue;
      }
      misses = 64;
      const length = 4 + sameBytes(at + 4, before + 4, end - 5);
      out = lz4Sequence(out, literal, at - literal, at - before, length);
      at += length;
      literal = at;
    }
  }
  return lz4Sequence(out, literal, end - literal, 0, 0);
}

/** Copies UTF-8 as the inside of a JSON string. Gives where it ends: each byte takes at most six. */
export function escape(at: usize, end: usize, out: usize): usize {
  const quote = i8x16.splat(0x22);
  const slash = i8x16.splat(0x5c);
  const space = i8x16.splat(0x20);
  while (at < end) {
    const bytes = v128.load(at);
    v128.store(out, bytes);
    const marks = v128.or(
      v128.or(i8x16.eq(bytes, quote), i8x16.eq(bytes, slash)),
      i8x16.lt_u(bytes, space),
    );
    const mask = i8x16.bitmask(marks);
    const plain = mask == 0 ? <usize>16 : <usize>ctz(mask);
    if (plain >= end - at) return out + (end - at);
    at += plain;
    out += plain;
    if (mask == 0) continue;
    const byte = <u32>load<u8>(at++);
    store<u8>(out, 0x5c);
    let short: u32 = 0;
    if (byte == 0x0a) short = 0x6e;
    else if (byte >= 0x20) short = byte;
    else if (byte == 0x09) short = 0x74;
    else if (byte == 0x0d) short = 0x72;
    else if (byte == 0x08) short = 0x62;
    else if (byte == 0x0c) short = 0x66;
    if (short != 0) {
      store<u8>(out + 1, <u8>short);
      out += 2;
    } else {
      store<u32>(out + 1, 0x30303075); // u000
      store<u8>(out + 4, <u8>(0x30 + (byte >> 4)));
      const digit = byte & 15;
      store<u8>(out + 5, <u8>(digit < 10 ? 0x30 + digit : 0x57 + digit));
      out += 6;
    }
  }
  return out;
}
