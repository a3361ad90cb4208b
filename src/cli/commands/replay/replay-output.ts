import type { ReplayedStep } from "../../../analyses/replay/replay-read.ts";
import { DRAIN_BYTES } from "../../../io/output.ts";
import type { NewColumn } from "../../../io/parquet/new-parquet.ts";
import { jsonText } from "../../../report/json-text.ts";
import type { CommandOutput } from "../../inputs/command-output.ts";

/** Where replayed steps go, each a row. */
export interface ReplayOutput {
  /** Puts in a row. Says whether `flush` is due. */
  put(row: ReplayedStep): boolean;
  flush(): Promise<void>;
  /** Makes the rows permanent. */
  commit(): Promise<void>;
  abort(): void;
}

/** Rows as lines of JSON. */
export function lineOutput(output: CommandOutput): ReplayOutput {
  let rows: Buffer[] = [];
  let held = 0;
  const flush = async () => {
    if (held === 0) return;
    const pieces = rows;
    rows = [];
    held = 0;
    await output.write(pieces);
  };
  return {
    put(row) {
      const bytes = Buffer.from(`${jsonText(row)}\n`);
      rows.push(bytes);
      held += bytes.length;
      return held >= DRAIN_BYTES;
    },
    flush,
    async commit() {
      await flush();
      await output.commit();
    },
    abort: () => output.abort(),
  };
}

const COLUMNS: readonly NewColumn[] = [
  { name: "messages", kind: "text", isNullable: false },
  { name: "step", kind: "number", isNullable: false },
  { name: "reply", kind: "text", isNullable: true },
  { name: "line", kind: "number", isNullable: false },
];

/** Rows as Parquet: `messages` and `reply` are JSON texts. */
export async function parquetOutput(output: CommandOutput): Promise<ReplayOutput> {
  const { NewParquet } = await import("../../../io/parquet/new-parquet.ts");
  const file = await NewParquet.begin(output, COLUMNS);
  let isFull = false;
  return {
    put({ messages, step, reply, line }) {
      const texts = { messages: jsonText(messages), reply: reply && jsonText(reply) };
      isFull = file.row({ ...texts, step, line });
      return isFull;
    },
    async flush() {
      if (isFull) await file.endGroup();
      isFull = false;
    },
    async commit() {
      await file.end();
      await output.commit();
    },
    abort() {
      file.close();
      output.abort();
    },
  };
}
