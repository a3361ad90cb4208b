import { compileWasm, startWasm, type WasmModule } from "../../../base/web-assembly.ts";
import { PAGES_BASE64 } from "./pages.generated.ts";

/** The exports of the WebAssembly module; see pages.ts. Places are those of its memory. */
interface PageFunctions {
  snappyDecode(start: number, end: number, out: number, size: number): number;
  snappyEncode(start: number, end: number, out: number): number;
  lz4Decode(start: number, end: number, out: number, size: number): number;
  lz4Encode(start: number, end: number, out: number): number;
  escape(start: number, end: number, out: number): number;
}

/** A module that works on bytes in its own memory, from `ROOM` on. */
export interface PageKernel extends PageFunctions {
  readonly bytes: Buffer;
  /** Bytes that there is room for, from `ROOM` on. */
  readonly room: number;
}

/** Where there is room, behind what the module keeps for itself. */
export const ROOM = 131_072;

/** Bytes behind others that may be read and written with them. */
export const MARGIN = 64;

let compiled: WasmModule | undefined;

/** Starts a module with room for some bytes. */
export function startPageKernel(room: number): PageKernel {
  compiled ??= compileWasm(PAGES_BASE64);
  const { exports, buffer } = startWasm<PageFunctions>(compiled, ROOM + room + MARGIN);
  return { ...exports, bytes: Buffer.from(buffer), room };
}

const FIRST_ROOM = 4 * 1024 * 1024;
let shared: PageKernel | undefined;

/** How a function of the module takes bytes, and where it is to put others. */
interface Work {
  readonly input: Buffer;
  /** The most bytes that come out. */
  readonly most: number;
  /** Gives how many bytes came out, at `out`. */
  run(kernel: PageKernel, place: { start: number; end: number; out: number }): number;
}

/** Has bytes worked on in the memory of a module, and gives a copy of what comes out. */
export function inPageKernel({ input, most, run }: Work): Buffer {
  const room = input.length + most + 2 * MARGIN;
  // Bytes of a module's memory stay as long as it does: it grows to the largest page that there was.
  if (shared === undefined || shared.room < room)
    shared = startPageKernel(Math.max(FIRST_ROOM, 2 ** Math.ceil(Math.log2(room))));
  const kernel = shared;
  const end = ROOM + input.length;
  const out = end + MARGIN;
  kernel.bytes.set(input, ROOM);
  const size = run(kernel, { start: ROOM, end, out });
  const made = Buffer.allocUnsafeSlow(size);
  made.set(kernel.bytes.subarray(out, out + size));
  return made;
}
