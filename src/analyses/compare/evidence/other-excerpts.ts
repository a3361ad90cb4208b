/** The longest piece of a random excerpt: some results are one long line. */
const LONGEST_PIECE = 200;

/** The start of a text. */
export function headOnly(text: string, size: number): string {
  return text.slice(0, size);
}

/** Its end. */
export function tailOnly(text: string, size: number): string {
  return size <= 0 ? "" : text.slice(-size);
}

/** Lines of it drawn at random, in their order, of this size at most; the same for the same text and seed. */
export function randomLines(text: string, size: number, seed: number): string {
  const pieces = text.split("\n").flatMap(inPieces);
  const order = shuffled(pieces.length, seed ^ text.length);
  const chosen: number[] = [];
  let left = size;
  for (const k of order) {
    const taken = (pieces[k]?.length ?? 0) + 1;
    if (taken > left) continue;
    left -= taken;
    chosen.push(k);
  }
  return chosen
    .sort((one, other) => one - other)
    .map((k) => pieces[k])
    .join("\n");
}

function inPieces(line: string): string[] {
  if (line.length <= LONGEST_PIECE) return [line];
  return Array.from({ length: Math.ceil(line.length / LONGEST_PIECE) }, (_, k) =>
    line.slice(k * LONGEST_PIECE, (k + 1) * LONGEST_PIECE),
  );
}

/** The numbers below a count in an order by mulberry32 (Fisher and Yates's shuffle). */
function shuffled(count: number, seed: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, k) => k);
  let state = seed | 0;
  for (let last = count - 1; last > 0; last--) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const other = ((mixed ^ (mixed >>> 14)) >>> 0) % (last + 1);
    const held = order[last] ?? 0;
    order[last] = order[other] ?? 0;
    order[other] = held;
  }
  return order;
}
