import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A folder for temporary files, removed at the end, and what writes a file of a layout there, once. */
export function generatedFiles() {
  const folder = mkdtempSync(join(tmpdir(), "elision-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const generator = fileURLToPath(new URL("generate.js", import.meta.url));
  const generate = (layout, megabytes) => {
    const path = join(folder, `${layout}-${megabytes}.jsonl`);
    if (existsSync(path)) return path;
    const file = openSync(path, "w");
    const { status } = spawnSync(process.execPath, [generator, layout, String(megabytes)], {
      stdio: ["ignore", file, "inherit"],
    });
    closeSync(file);
    if (status !== 0) throw new Error(`could not generate ${layout}`);
    return path;
  };
  return { folder, generate };
}
