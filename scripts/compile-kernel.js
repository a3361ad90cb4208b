/**
 * Compiles the kernels to WebAssembly and writes each as a module with its base64, so that tests, bundlers
 * and the package find it like any other code. Run by `npm run build`.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

await compile("json/kernel/", {
  source: "assembly/exports.ts",
  made: "scan.generated",
  constant: "KERNEL_BASE64",
});
await compile("io/parquet/kernel/", {
  source: "pages.ts",
  made: "pages.generated",
  constant: "PAGES_BASE64",
});
await compile("transcript/kernel/", {
  source: "find-identifiers.ts",
  made: "identifiers.generated",
  constant: "IDENTIFIERS_BASE64",
});

async function compile(name, { source, made, constant }) {
  const folder = new URL(`../src/${name}`, import.meta.url);
  const wasm = fileURLToPath(new URL(`${made}.wasm`, folder));
  const { error, stderr } = await asc.main([
    fileURLToPath(new URL(source, folder)),
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
    new URL(`${made}.ts`, folder),
    `/** Made of the sources beside it by scripts/compile-kernel.js. */\nexport const ${constant} =\n  "${base64}";\n`,
  );
}
