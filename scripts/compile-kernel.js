/**
 * Compiles the kernel to WebAssembly and writes it as a module that holds it as base64, so that
 * tests, bundlers and the package find it like any other code. Run by `npm run build`.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const folder = new URL("../src/json/kernel/", import.meta.url);
const sources = ["scan.ts", "signs.ts", "chat-columns.ts", "block-columns.ts"].map((name) =>
  fileURLToPath(new URL(name, folder)),
);
const wasm = fileURLToPath(new URL("scan.generated.wasm", folder));

const { error, stderr } = await asc.main([
  ...sources,
  "--outFile",
  wasm,
  "--runtime",
  "stub",
  "--enable",
  "simd",
  "-O3",
  "--converge",
  "--noAssert",
  "--memoryBase",
  "1024",
  "--importMemory",
]);
if (error) {
  process.stderr.write(stderr.toString());
  process.exit(1);
}
const base64 = readFileSync(wasm).toString("base64");
rmSync(wasm);
writeFileSync(
  new URL("scan.generated.ts", folder),
  `/** Made of the sources beside it by scripts/compile-kernel.js. */\nexport const KERNEL_BASE64 =\n  "${base64}";\n`,
);
