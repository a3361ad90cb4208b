/**
 * Bundles the types that `tsc` has written, a file for each module, into one for each subpath and what they
 * share. Run by `npm run build`.
 */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));

const types = await rolldown({
  input: {
    index: `${dist}index.d.ts`,
    messages: `${dist}api/messages.d.ts`,
    reduce: `${dist}api/window/index.d.ts`,
    loop: `${dist}api/loop/index.d.ts`,
    "ai-sdk": `${dist}api/adapters/ai-sdk-adapter.d.ts`,
    anthropic: `${dist}api/adapters/anthropic-adapter.d.ts`,
    langchain: `${dist}api/adapters/langchain-adapter.d.ts`,
    openai: `${dist}api/adapters/openai-adapter.d.ts`,
  },
  external: [/^(?![./])/],
  plugins: [dts({ dtsInput: true, tsconfig: false })],
  logLevel: "warn",
});
const { output } = await types.generate({ format: "esm", chunkFileNames: "types-[hash].js" });

for (const name of readdirSync(dist, { recursive: true }))
  if (/\.d\.c?ts$/.test(name)) rmSync(`${dist}${name}`);
for (const each of readdirSync(dist, { withFileTypes: true }))
  if (each.isDirectory() && isEmpty(`${dist}${each.name}`))
    rmSync(`${dist}${each.name}`, { recursive: true });
for (const { fileName, code } of output) {
  writeFileSync(`${dist}${fileName}`, code);
  // The files for `require` have types of their own.
  const required = code.replace(/(["']\.\/[\w-]+)\.js(["'])/g, "$1.cjs$2");
  writeFileSync(`${dist}${fileName.replace(/\.d\.ts$/, ".d.cts")}`, required);
}

/** Whether a folder contains only folders. */
function isEmpty(folder) {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  return all.every((each) => each.isDirectory());
}
