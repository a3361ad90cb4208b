import { closeSync, fstatSync, openSync } from "node:fs";
import { Compactor } from "../compact/compactor.ts";
import { ElisionError } from "../errors.ts";
import { openSource } from "../io/compression.ts";
import { descriptorSource } from "../io/file-descriptor.ts";
import { Output as Held } from "../io/output.ts";
import { createSpool } from "../io/spool.ts";
import type { FileTelemetry } from "../report/telemetry.ts";
import type { Input } from "./inputs.ts";
import type { Notices } from "./notices.ts";
import { OUTPUT_FAILED, type Output, type ReadInput } from "./outputs.ts";
import { fail, isClosedPipe, type Run } from "./run.ts";
import { notRows } from "./shared-output.ts";

/** Compacts one input. What goes wrong with it is reported, and false comes back. */
export async function compactInput(
  run: Run,
  input: Input,
  open: (read: ReadInput) => Output,
  { isShared = false, mustBeRows = false } = {},
): Promise<boolean> {
  let file: number | undefined;
  let output: Output | undefined;
  try {
    file = input.kind === "file" ? openSync(input.name, "r") : undefined;
    const stats = file === undefined ? undefined : fstatSync(file, { bigint: true });
    const raw = file === undefined ? run.shell.stdin : descriptorSource(file);
    const source = await openSource(raw);
    const isPlain = stats?.isFile() && source.compression === undefined;
    const store = createSpool(isPlain && file !== undefined ? { source: file } : {});
    const held = new Held();
    const compactor = new Compactor(run.job(input.name), { store, output: held });
    const drain = async () => {
      if (held.held === 0) return;
      if (mustBeRows && compactor.layout !== "rows")
        throw notRows(input.name, compactor.layout ?? "document");
      output ??= open({ stats, compression: source.compression });
      await output.write(held.drain());
    };
    try {
      for (;;) {
        const count = await source.read(compactor.room());
        run.progress.read(count);
        for (const _ of count === 0 ? compactor.finish() : compactor.received(count)) await drain();
        await drain();
        if (count === 0) break;
      }
    } finally {
      store.close();
    }
    const { telemetry } = compactor;
    if (run.flags.inPlace && !telemetry.isChanged) output?.abort();
    else await (output ?? open({ stats, compression: source.compression })).commit();
    run.progress.clear();
    noteOddities(run.notices, telemetry);
    run.report.file(telemetry);
    return true;
  } catch (error) {
    output?.abort();
    if (isClosedPipe(error)) throw error;
    const isOutput = error instanceof ElisionError && error.code === OUTPUT_FAILED;
    if (isOutput && isShared) throw error;
    if (error instanceof ElisionError && isSkippable(input, error)) {
      run.report.skip();
      return false;
    }
    fail(run, error, input.name);
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Says what was copied as it is, since it was no message or not quite text. */
function noteOddities(notices: Notices, telemetry: FileTelemetry): void {
  const { file, otherRecords, invalidUtf8Records } = telemetry;
  notices.endOfFile(file);
  if (otherRecords > 0)
    notices.note(`${file}: records that are no messages, copied as they are: ${otherRecords}`);
  if (invalidUtf8Records > 0)
    notices.note(`${file}: records with bytes that are not UTF-8, kept: ${invalidUtf8Records}`);
}

/** Whether a file was found in a folder and is simply no transcript. */
function isSkippable(input: Input, { code }: ElisionError): boolean {
  const isNone = ["unknown-format", "not-json", "not-text", "empty"].includes(code);
  return input.kind === "file" && input.isFound && isNone;
}
