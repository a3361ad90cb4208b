/** The part of the platform's WebAssembly that is used; no library of Node 20's types declares it. */
interface Platform {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: unknown };
  Memory: new (size: { readonly initial: number }) => WasmMemory;
}

/** The memory of a module; growing replaces its buffer. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** A module that was compiled. */
export type WasmModule = object;

const PAGE_BYTES = 65_536;

/** Compiles a module from its base64. */
export function compileWasm(base64: string): WasmModule {
  return new (platform().Module)(Buffer.from(base64, "base64"));
}

/**
 * Starts a module over a memory of its own, of `bytes` at least. It should seldom grow later: that detaches its
 * buffer, after which V8 checks for detached buffers at every access. `functions` are those that it imports.
 */
export function startWasm<Exports>(
  module: WasmModule,
  bytes: number,
  functions: object = {},
): { readonly exports: Exports; readonly buffer: ArrayBuffer; readonly memory: WasmMemory } {
  const { Instance, Memory } = platform();
  const memory = new Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
  const abort = () => {
    throw new Error("the kernel aborted");
  };
  const { exports } = new Instance(module, { env: { ...functions, abort, memory } });
  return { exports: exports as Exports, buffer: memory.buffer, memory };
}

function platform(): Platform {
  return (globalThis as unknown as { WebAssembly: Platform }).WebAssembly;
}
