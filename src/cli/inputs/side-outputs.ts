import { resolve } from "node:path";
import { fileStatus } from "../../io/file-status.ts";
import type { CompactFlags } from "../options/compact-flags.ts";
import { usage } from "../options/usage-error.ts";
import type { InputIdentity } from "../terminal/shell.ts";
import type { Input } from "./input.ts";
import { fileKey, inputThatIs } from "./same-file.ts";

/** Refuses options that name one file twice, and a cache of replies that is an input. */
export function refuseSharedFiles(
  inputs: readonly Input[],
  {
    output,
    reportFile,
    modelCache,
  }: { readonly [K in "output" | "reportFile" | "modelCache"]?: CompactFlags[K] | undefined },
): void {
  const options = new Map<string, string>();
  const named = { "--output": output, "--report-file": reportFile, "--model-cache": modelCache };
  for (const [option, path] of Object.entries(named)) {
    if (path === undefined || path === "-") continue;
    const existing = fileStatus(path);
    if (option === "--model-cache" && inputThatIs(existing, inputs) !== undefined)
      throw usage(`the replies of the model would be written to the input ${path}`);
    if (existing !== undefined && !existing.isFile()) continue; // Devices and pipes may be shared.
    const key = existing === undefined ? resolve(path) : fileKey(existing);
    const other = options.get(key);
    if (other !== undefined) throw usage(`${other} and ${option} name the same file: ${path}`);
    options.set(key, option);
  }
}

/** Refuses options that name one file twice, or the file that stdout is. */
export function refuseSharedOutputs(
  stdout: InputIdentity | undefined,
  named: Readonly<Record<string, string | undefined>>,
): void {
  const options = new Map<string, string>();
  if (stdout !== undefined) options.set(fileKey(stdout), "stdout");
  for (const [option, path] of Object.entries(named)) {
    if (path === undefined) continue;
    const existing = fileStatus(path);
    if (existing !== undefined && !existing.isFile()) continue; // Devices and pipes may be shared.
    const key = existing === undefined ? resolve(path) : fileKey(existing);
    const other = options.get(key);
    if (other !== undefined) throw usage(`${other} and ${option} are the same file: ${path}`);
    options.set(key, option);
  }
}
