import { lstatSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { ElisionError } from "../../base/errors.ts";
import { fileStatus } from "../../io/file-status.ts";
import { OUTPUT_FAILED } from "../../io/replacement/direct-output.ts";
import { usage } from "../options/usage-error.ts";
import type { Input } from "./input.ts";
import { fileKey } from "./same-file.ts";

/** Refuses to write through a link below the output folder, where elision never makes one. */
export function refuseLinks(outDir: string, target: string): void {
  const below = relative(outDir, target).split(sep);
  for (let length = 1; length <= below.length; length++) {
    const path = join(outDir, ...below.slice(0, length));
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return;
    if (stats.isSymbolicLink())
      throw new ElisionError(OUTPUT_FAILED, "is a link: not written through", {
        file: path,
        hint: "remove the link, or name another folder for --out-dir",
      });
  }
}

/** The path of each input's output below the output folder: no two are equal, and none is another input. */
export function targetsIn(outDir: string, inputs: readonly Input[]): Map<Input, string> {
  const targets = new Map<Input, string>();
  const taken = new Map<string, Input>();
  const named = new Map<string, Input>();
  for (const input of inputs) if (input.kind === "file") named.set(fileKey(input.stats), input);
  for (const input of inputs) {
    if (input.kind !== "file") continue;
    const target = join(outDir, input.relative);
    const other = taken.get(target);
    if (other !== undefined)
      throw usage(`${other.name} and ${input.name} would both be written to ${target}`);
    const existing = fileStatus(target);
    const overwritten = existing && named.get(fileKey(existing));
    if (overwritten !== undefined)
      throw usage(`${overwritten.name} would be overwritten`, "use --in-place, or another folder");
    taken.set(target, input);
    targets.set(input, target);
  }
  return targets;
}
