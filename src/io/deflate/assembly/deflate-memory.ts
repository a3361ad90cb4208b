/** Where things are in the memory of the module. */

/** Checksums of bytes at eight places. */
export const SUMS: i32 = 4096;
/** How often each symbol is in a block, four bytes each: literals and lengths, distances, and lengths of codes. */
export const COUNTS: i32 = SUMS + 8 * 1024;
/** The lengths of their codes, a byte each. */
export const LENGTHS: i32 = COUNTS + 2048;
/** Their codes, the first bit lowest, and from bit 16 on their lengths. */
export const CODES: i32 = LENGTHS + 512;
/** Scratch: counts and symbols in order, how many codes are of a length, lengths as they are written. */
export const SORTED: i32 = CODES + 2048;
export const SYMBOLS: i32 = SORTED + 2048;
export const PER_LENGTH: i32 = SYMBOLS + 1024;
export const WRITTEN: i32 = PER_LENGTH + 512;
/** The last two places of each hash of five bytes. */
export const PLACES: i32 = 32_768;
export const PLACE_BITS: i32 = 14;
/** The sequences of a block: literals, then one match, eight bytes each. */
export const SEQUENCES: i32 = PLACES + (8 << PLACE_BITS);
export const MOST_SEQUENCES: i32 = 16_384;
export const INPUT: i32 = SEQUENCES + 8 * MOST_SEQUENCES;

/** Symbols of each alphabet, and where its first one is counted. */
export const LITERALS: i32 = 286;
export const DISTANCES: i32 = 30;
export const CODE_LENGTHS: i32 = 19;
export const FIRST_DISTANCE: i32 = LITERALS;
export const FIRST_CODE_LENGTH: i32 = LITERALS + DISTANCES;
/** The symbol that ends a block. */
export const END: i32 = 256;
