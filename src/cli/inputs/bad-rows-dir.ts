import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { ElisionError } from "../../base/errors.ts";
import type { FileTelemetry } from "../../engine/edits/compaction-result.ts";
import type { Problem } from "../../engine/input/input-problem.ts";
import { lineAt } from "../../engine/input/lines/line.ts";
import type { ByteSource } from "../../io/file-descriptor.ts";
import { ioError } from "../../io/io-error.ts";
import { makeFolder } from "../../io/make-folder.ts";
import { beginReplacement } from "../../io/replacement/replacement.ts";
import type { Shell } from "../terminal/shell.ts";
import { badRowRecord } from "./bad-row-record.ts";
import type { Input } from "./input.ts";
import { numberedLines } from "./numbered-lines.ts";
import { refuseLinks } from "./out-dir.ts";
import { withInput } from "./with-input.ts";

/** The bad lines of inputs, which are written to a folder: a file for each input that has any. */
export interface BadLines {
  /** Records that a line of an input is bad. */
  note(file: string, problem: Problem): void;
  /**
   * Writes the bad lines of an input, which is read again for their texts. If it has none, removes the file of an
   * earlier run.
   */
  write(input: Input, shell: Pick<Shell, "stdin">, layout: FileTelemetry["layout"]): Promise<void>;
}

/** Writes bad lines to files below a folder, each named for its input, with `.ndjson`. */
export function createBadLines(dir: string): BadLines {
  const noted = new Map<string, Problem[]>();
  return {
    note(file, problem) {
      if (problem.isParentless === true) return; // The line is compacted all the same.
      const others = noted.get(file);
      if (others === undefined) noted.set(file, [problem]);
      else others.push(problem);
    },
    async write(input, shell, layout) {
      if (input.kind !== "file") return;
      const problems = noted.get(input.name) ?? [];
      noted.delete(input.name);
      const target = join(dir, `${input.relative}.ndjson`);
      try {
        refuseLinks(dir, target);
        if (problems.length === 0) return rmSync(target, { force: true });
        makeFolder(dirname(target));
        await withInput(input, shell, ({ source }) =>
          writeRecords(target, recordsOf(source, { file: input.name, problems, layout })),
        );
      } catch (error) {
        throw error instanceof ElisionError ? error : ioError(error, target);
      }
    },
  };
}

async function writeRecords(target: string, records: AsyncIterable<string>): Promise<void> {
  const replacement = beginReplacement(target);
  try {
    for await (const record of records) await replacement.write([Buffer.from(record)]);
  } catch (error) {
    replacement.abort();
    throw error;
  }
  await replacement.commit();
}

/** A record for each problem, in the order of lines. */
async function* recordsOf(
  source: ByteSource,
  {
    file,
    problems,
    layout,
  }: {
    readonly file: string;
    readonly problems: readonly Problem[];
    readonly layout: FileTelemetry["layout"];
  },
): AsyncIterable<string> {
  const byLine = new Map<number, Problem[]>();
  for (const problem of problems) {
    const others = byLine.get(problem.line);
    if (others === undefined) byLine.set(problem.line, [problem]);
    else others.push(problem);
  }
  // The lines of a document are not records.
  const lines = layout === "document" ? [] : numberedLines(source, new Set(byLine.keys()));
  for await (const { number, bytes } of lines) {
    const about = { first: 0, next: bytes.length, offset: number - 1, number };
    for (const problem of byLine.get(number) ?? [])
      yield badRowRecord(problem, lineAt(bytes, about), { file });
    byLine.delete(number);
  }
  for (const problem of [...byLine.values()].flat())
    yield badRowRecord(problem, { bytes: Buffer.alloc(0), start: 0, end: 0 }, { file });
}
