/**
 * SHA-256 (FIPS 180-4) for platforms without `node:crypto`: browsers and workers have only an asynchronous one. Of
 * bytes, or of a text as UTF-8; in 64 digits.
 */
export function sha256(content: Uint8Array | string): string {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const state = new Int32Array(INITIAL);
  const whole = bytes.length - (bytes.length % BLOCK);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < whole; at += BLOCK) mix(state, view, at);
  const end = padded(bytes, whole);
  for (let at = 0; at < end.byteLength; at += BLOCK) mix(state, end, at);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

const BLOCK = 64;

/** The last bytes, a one bit, zeros, and how many bits there were. */
function padded(bytes: Uint8Array, from: number): DataView {
  const left = bytes.length - from;
  const end = new Uint8Array(left < BLOCK - 8 ? BLOCK : 2 * BLOCK);
  end.set(bytes.subarray(from));
  end[left] = 0x80;
  const view = new DataView(end.buffer);
  view.setBigUint64(end.length - 8, BigInt(bytes.length) * 8n);
  return view;
}

const words = new Int32Array(BLOCK);

function mix(state: Int32Array, view: DataView, at: number): void {
  for (let t = 0; t < 16; t++) words[t] = view.getInt32(at + 4 * t);
  for (let t = 16; t < BLOCK; t++) {
    const [two = 0, seven = 0] = [words[t - 2], words[t - 7]];
    const [fifteen = 0, sixteen = 0] = [words[t - 15], words[t - 16]];
    const low = turned(fifteen, 7) ^ turned(fifteen, 18) ^ (fifteen >>> 3);
    const high = turned(two, 17) ^ turned(two, 19) ^ (two >>> 10);
    words[t] = sixteen + low + seven + high;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < BLOCK; t++) {
    const chosen = (e & f) ^ (~e & g);
    const one =
      h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + (K[t] ?? 0) + (words[t] ?? 0);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [k, word] of [a, b, c, d, e, f, g, h].entries()) state[k] = (state[k] ?? 0) + word;
}

function turned(word: number, count: number): number {
  return (word >>> count) | (word << (32 - count));
}

/** The first primes: their roots are the constants. */
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && isPrime(n));

function isPrime(n: number): boolean {
  for (let k = 2; k * k <= n; k++) if (n % k === 0) return false;
  return true;
}

/** The first 32 bits of the fraction of a number, rounded down. */
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;

const K = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const INITIAL = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
