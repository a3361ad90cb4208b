import { compileWasm, type WasmModule } from "../../base/web-assembly.ts";
import { KERNEL_BASE64 } from "./scan.generated.ts";

let compiled: WasmModule | undefined;

/** The module of the kernel, compiled once. */
export function kernelModule(): WasmModule {
  compiled ??= compileWasm(KERNEL_BASE64);
  return compiled;
}
