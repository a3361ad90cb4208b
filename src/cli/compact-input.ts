import { type BigIntStats, closeSync, fstatSync, openSync } from "node:fs";
import { Compactor } from "../compact/compactor.ts";
import { ElisionError } from "../errors.ts";
import { readChunks } from "../io/file-descriptor.ts";
import { createSpool } from "../io/spool.ts";
import type { FileTelemetry } from "../report/telemetry.ts";
import type { Input } from "./inputs.ts";
import type { Notices } from "./notices.ts";
import { OUTPUT_FAILED, type Output } from "./outputs.ts";
import { fail, isClosedPipe, type Run } from "./run.ts";
import { notRows } from "./shared-output.ts";

/** Compacts one input. What goes wrong with it is reported, and false comes back. */
export async function compactInput(
  run: Run,
  input: Input,
  open: (stats: BigIntStats | undefined) => Output,
  { isShared = false, mustBeRows = false } = {},
): Promise<boolean> {
  let file: number | undefined;
  let output: Output | undefined;
  try {
    file = input.kind === "file" ? openSync(input.name, "r") : undefined;
    const stats = file === undefined ? undefined : fstatSync(file, { bigint: true });
    const chunks = file === undefined ? run.shell.stdin.chunks() : readChunks(file);
    const spool = createSpool(stats?.isFile() && file !== undefined ? { source: file } : {});
    const job = run.job(input.name);
    const compactor = new Compactor(job, spool);
    const write = async (pieces: Iterable<Buffer>) => {
      for (const piece of pieces) {
        if (mustBeRows && compactor.layout !== "rows")
          throw notRows(input.name, compactor.layout ?? "document");
        output ??= open(stats);
        const wait = output.write(piece);
        if (wait !== undefined) await wait;
      }
    };
    try {
      for await (const chunk of chunks) {
        run.progress.read(chunk.length);
        await write(compactor.take(chunk));
      }
      await write(compactor.finish());
    } finally {
      spool.close();
    }
    const { telemetry } = compactor;
    if (run.flags.inPlace && !telemetry.isChanged) output?.abort();
    else await (output ?? open(stats)).commit();
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
