import { ElisionError } from "../../base/errors.ts";
import type { ParquetRows } from "../../io/parquet/parquet-rows.ts";
import { usage } from "../options/usage-error.ts";
import type { Shell } from "../terminal/shell.ts";
import type { CommandOutput } from "./command-output.ts";
import type { OpenInput } from "./with-input.ts";

interface Writing {
  readonly shell: Pick<Shell, "stdout">;
  readonly flags: {
    readonly output?: string | undefined;
    readonly outDir?: string | undefined;
    readonly inPlace?: boolean | undefined;
    readonly dryRun?: boolean | undefined;
  };
}

/**
 * Opens the output of an input. For Parquet, rows become a copy of the file with other values in the
 * conversations' column.
 */
export async function rowsOutput(
  { shell, flags }: Writing,
  { parquet }: OpenInput,
  open: () => CommandOutput,
): Promise<CommandOutput> {
  const { output, outDir, inPlace = false, dryRun = false } = flags;
  if (parquet === undefined || dryRun) return open();
  if (output !== undefined && OTHER_NAMES.test(output))
    throw usage(`Parquet is written as Parquet, not as ${output}`, "name it .parquet");
  const isToStdout = (output === undefined || output === "-") && outDir === undefined && !inPlace;
  if (isToStdout && shell.stdout.isTerminal)
    throw usage("Parquet is not written to a terminal", "name a file: -o FILE.parquet");
  return parquetOutput(open(), parquet);
}

/** Names that promise something other than Parquet. */
const OTHER_NAMES = /\.(jsonl?|ndjson|gz|zst)$/;

async function parquetOutput(output: CommandOutput, rows: ParquetRows): Promise<CommandOutput> {
  const { ParquetOutput } = await import("../../io/parquet/parquet-output.ts");
  const lines = new ParquetOutput(rows, output);
  return {
    write: (pieces) => lines.write(pieces),
    complete: () => lines.end(),
    commit: () => output.commit(),
    abort() {
      lines.close();
      output.abort();
    },
    unname: () => output.unname?.(),
  };
}

/** Refuses Parquet whose rows are messages: the other columns would have no row left for a dropped message. */
export function refuseMessages({ parquet }: OpenInput): void {
  if (parquet !== undefined)
    throw new ElisionError(
      "bad-parquet",
      `the rows of column ${parquet.column.name} are messages, not conversations`,
      { hint: "name a column whose rows are conversations with --column" },
    );
}
