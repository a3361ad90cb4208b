import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/**
 * A script for Node that may import what `src` has, as `elision/<path of the module>`. For tests that
 * need processes of their own that do not run the program.
 */
export async function bundledScript(dir: string, script: string): Promise<string> {
  const source = fileURLToPath(new URL("../../src/", import.meta.url));
  const entry = join(dir, "entry.mjs");
  writeFileSync(entry, script.replaceAll('"elision/', `"${source}`));
  const bundle = await rolldown({ input: entry, platform: "node", logLevel: "warn" });
  const file = join(dirname(entry), "script.mjs");
  await bundle.write({ file, format: "esm", codeSplitting: false });
  return file;
}
