/** The most memory that Parquet takes: bounded by its pages, however many rows and row groups there are. */
import { rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SchemaElement } from "hyparquet";
import { fileWriter, ParquetWriter } from "hyparquet-writer";
import { afterAll, describe, expect, it } from "vitest";
import { folderWith, makeFolder } from "../support/folder.ts";
import { parquetFooter } from "../support/parquet.ts";
import { peakKb } from "../support/peak-memory.ts";
import { oneIn } from "../support/runs.ts";

/** What is no longer held is soon gone: what is left to measure is what is kept. */
const COLLECT_OFTEN = ["--expose-gc", "--max-semi-space-size=1", "--max-old-space-size=60"];

const ROW_BYTES = 64 * 1024;
const MEGABYTE = 1024 * 1024;

function messages(row: number) {
  const text = `line ${row} of the output of a tool, “quoted”\n`;
  const content = text.repeat(ROW_BYTES / 2 / text.length);
  const other = `${content}.`;
  return [
    { role: "user", content: "Mend it.", tool_call_id: null },
    { role: "tool", content, tool_call_id: "1" },
    { role: "tool", content: other, tool_call_id: "2" },
  ];
}

const TEXTS: SchemaElement[] = [
  { name: "root", num_children: 1 },
  { name: "messages", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" },
];
const STRUCTS: SchemaElement[] = [
  { name: "root", num_children: 1 },
  { name: "messages", converted_type: "LIST", num_children: 1, repetition_type: "OPTIONAL" },
  { name: "list", num_children: 1, repetition_type: "REPEATED" },
  { name: "element", num_children: 3, repetition_type: "OPTIONAL" },
  ...["role", "content", "tool_call_id"].map(
    (name): SchemaElement => ({
      name,
      type: "BYTE_ARRAY",
      converted_type: "UTF8",
      repetition_type: "OPTIONAL",
    }),
  ),
];

const SHAPES = {
  texts: { schema: TEXTS, cell: (row: number): unknown => JSON.stringify(messages(row)) },
  structs: { schema: STRUCTS, cell: (row: number): unknown => messages(row) },
};

/** The files that were written, by what they hold: some are read with results to mask and with none. */
const written = new Map<string, string>();

/** A file of so many megabytes of rows, written once; gives its path. */
function fileOf(shape: keyof typeof SHAPES, megabytes: number, groupRows: number): string {
  const name = `${shape}-${megabytes}-${groupRows}.parquet`;
  const known = written.get(name);
  if (known !== undefined) return known;
  const file = join(makeFolder({}), name);
  const { schema, cell } = SHAPES[shape];
  const codec = "UNCOMPRESSED";
  const parquet = new ParquetWriter({ writer: fileWriter(file), schema, codec });
  const rows = (megabytes * MEGABYTE) / ROW_BYTES;
  // A few that come again: to make each anew takes longer than to write it.
  const cells = Array.from({ length: 8 }, (_, row) => cell(row));
  for (let from = 0; from < rows; from += groupRows) {
    const data = Array.from(
      { length: Math.min(groupRows, rows - from) },
      (_, k) => cells[(from + k) % cells.length],
    );
    const columnData = [{ name: "messages", data }];
    parquet.write({ columnData, rowGroupSize: groupRows, pageSize: MEGABYTE, dictionarySize: 1 });
  }
  parquet.finish();
  written.set(name, file);
  return file;
}

const [FEW, MANY] = [32, 96];

const CASES = [
  ["in many row groups, with results to mask", 64, 0],
  ["in one row group, with results to mask", 100_000, 0],
  ["in many row groups, with nothing to mask", 64, 9],
] as const;

describe.each([
  ["texts", 0],
  ["structs", 1],
] as const)("%s of Parquet", (shape, turn) => {
  afterAll(() => {
    for (const file of written.values()) rmSync(dirname(file), { recursive: true, force: true });
    written.clear();
  });

  it.each(oneIn(2, CASES, turn))(
    "%s take no more memory where there are more of them",
    (_, groupRows, window) => {
      const peaks = [FEW, MANY].map((megabytes) => {
        const file = fileOf(shape, megabytes, groupRows);
        const output = join(folderWith({}), "out.parquet");
        const peak = peakKb(COLLECT_OFTEN, ["--window", String(window), file, "-o", output]);
        expect(statSync(output).size > megabytes * MEGABYTE * 0.9).toBe(window > 0);
        const groups = ({ row_groups }: ReturnType<typeof parquetFooter>) => row_groups.length;
        expect(groups(parquetFooter(output))).toBe(groups(parquetFooter(file)));
        return peak;
      });
      const [few = 0, many = 0] = peaks;
      // Chance moves it by 3 to 15 MB; whoever held the rows would take all of theirs.
      expect((many - few) / 1024).toBeLessThan((MANY - FEW) / 2);
    },
  );
});
