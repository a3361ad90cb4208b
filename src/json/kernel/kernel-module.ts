import { compileWasm, type WasmModule } from "../../base/web-assembly.ts";
import { KERNEL_BASE64 } from "./scan.generated.ts";

let compiled: WasmModule | undefined;

/** The kernel's WebAssembly module, compiled once. */
export function kernelModule(): WasmModule {
  compiled ??= compileWasm(KERNEL_BASE64);
  return compiled;
}
