import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { FIELD } from "../../src/io/parquet/footer.ts";
import { readThrift, THRIFT, writeThrift } from "../../src/io/parquet/thrift.ts";
import { folderWith } from "../support/folder.ts";
import { parquetFixture, parquetFooter, parquetRows } from "../support/parquet.ts";
import { start } from "../support/process.ts";
import { elision } from "../support/shell.ts";

const QUIET = ["-q", "--window", "1"];
const COLUMNS = ["messages", "conversations", "trajectory"];

interface Message {
  readonly [key: string]: unknown;
}

/** The messages of a row, whatever its column is. */
function messagesIn(row: Record<string, unknown>): readonly Message[] {
  const value = COLUMNS.map((name) => row[name]).find(
    (each) => each !== undefined && each !== null,
  );
  const messages = typeof value === "string" ? JSON.parse(value) : value;
  return (messages ?? []) as readonly Message[];
}

/** The columns of a row besides that of conversations. */
function othersIn(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !COLUMNS.includes(name)));
}

/** Compares files: nothing may differ but texts of tool results. Gives how many do. */
async function maskedBetween(before: string, after: string): Promise<number> {
  const [were, are] = [await parquetRows(before), await parquetRows(after)];
  expect(are.map(othersIn)).toEqual(were.map(othersIn));
  let masked = 0;
  were.forEach((row, k) => {
    const now = messagesIn(are[k] ?? {});
    expect(now).toHaveLength(messagesIn(row).length);
    messagesIn(row).forEach((message, m) => {
      const text = "value" in message ? "value" : "content";
      const { [text]: is, ...rest } = now[m] ?? {};
      const { [text]: was, ...restBefore } = message;
      expect(rest).toEqual(restBefore);
      if (is === was) return;
      expect(is).toMatch(/^\[observation masked — \d+ chars\]$/);
      masked++;
    });
  });
  return masked;
}

/** What a footer says that has to stay. */
function lasting(file: string) {
  const { schema, row_groups, key_value_metadata, created_by } = parquetFooter(file);
  const groups = row_groups.map(({ num_rows, columns }) => ({
    num_rows,
    codecs: columns.map(({ meta_data }) => meta_data?.codec),
    paths: columns.map(({ meta_data }) => meta_data?.path_in_schema.join(".")),
  }));
  return { schema, groups, key_value_metadata, created_by };
}

const FIXTURES = [
  ["structs", 18],
  ["structs-v2", 18],
  ["texts", 21],
  ["texts-deltas", 21],
  ["texts-prefixes", 21],
  ["lz4", 21],
  ["sharegpt", 24],
] as const;

describe.each(FIXTURES)("%s.parquet", (name, masked) => {
  it("comes out with its schema, row groups, codecs and other columns, and old results masked", async () => {
    const output = join(folderWith({}), "out.parquet");
    const outcome = await elision([...QUIET, parquetFixture(name), "-o", output]);
    expect(outcome).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    expect(await maskedBetween(parquetFixture(name), output)).toBe(masked);
    expect(lasting(output)).toEqual(lasting(parquetFixture(name)));
  });

  it("comes out of a second run, and of a window that holds everything, byte for byte", async () => {
    const folder = folderWith({});
    const [once, twice, whole] = ["1", "2", "3"].map((each) => join(folder, `${each}.parquet`)) as [
      string,
      string,
      string,
    ];
    await elision([...QUIET, parquetFixture(name), "-o", once]);
    await elision([...QUIET, once, "-o", twice]);
    await elision(["-q", "--window", "100", parquetFixture(name), "-o", whole]);
    expect(readFileSync(twice).equals(readFileSync(once))).toBe(true);
    expect(readFileSync(whole).equals(readFileSync(parquetFixture(name)))).toBe(true);
  });

  it("is compacted in place and restored from the archive, in each of its values", async () => {
    const folder = folderWith({});
    const file = join(folder, "rows.parquet");
    const archive = join(folder, "archive");
    copyFileSync(parquetFixture(name), file);
    await elision([...QUIET, "-i", "--archive", archive, file]);
    expect(readFileSync(file).length).not.toBe(readFileSync(parquetFixture(name)).length);
    const outcome = await elision(["restore", "-q", "-i", "--archive", archive, file]);
    expect(outcome).toEqual({ stdout: "", stderr: "", exitCode: 0 });
    expect(await parquetRows(file)).toEqual(await parquetRows(parquetFixture(name)));
  });

  it("loses messages to a budget, and has the others whole", async () => {
    const output = join(folderWith({}), "out.parquet");
    await elision([...QUIET, "--max-input-chars", "150", parquetFixture(name), "-o", output]);
    const [were, are] = [await parquetRows(parquetFixture(name)), await parquetRows(output)];
    expect(are.map(othersIn)).toEqual(were.map(othersIn));
    let dropped = 0;
    were.forEach((row, k) => {
      const before = new Set(messagesIn(row).map((message) => JSON.stringify(message)));
      const after = messagesIn(are[k] ?? {});
      dropped += messagesIn(row).length - after.length;
      const unknown = after.filter((message) => !before.has(JSON.stringify(message)));
      for (const message of unknown)
        expect(message.content ?? message.value).toMatch(/^(Conversation summary|\[observation)/);
    });
    expect(dropped).toBeGreaterThan(10);
  });
});

it("copies chunks of other columns, and their statistics, byte for byte", async () => {
  const output = join(folderWith({}), "out.parquet");
  await elision([...QUIET, parquetFixture("structs"), "-o", output]);
  const [before, after] = [parquetFooter(parquetFixture("structs")), parquetFooter(output)];
  const [input, written] = [readFileSync(parquetFixture("structs")), readFileSync(output)];
  let same = 0;
  before.row_groups.forEach(({ columns }, g) => {
    columns.forEach(({ meta_data: was }, c) => {
      const is = after.row_groups[g]?.columns[c]?.meta_data;
      if (was === undefined || is === undefined) throw new Error("no metadata");
      const chunk = (
        bytes: Buffer,
        { dictionary_page_offset, data_page_offset, total_compressed_size }: typeof was,
      ) => {
        const start = Number(dictionary_page_offset ?? data_page_offset);
        return bytes.subarray(start, start + Number(total_compressed_size));
      };
      if (was.path_in_schema.join(".") === "messages.list.element.content") return;
      expect(chunk(written, is).equals(chunk(input, was))).toBe(true);
      expect(is.statistics).toEqual(was.statistics);
      same++;
    });
  });
  expect(same).toBe(3 * 15);
});

it("copies row groups in which nothing changed, and their statistics, byte for byte", async () => {
  const folder = folderWith({});
  const [file, output] = [join(folder, "rows.parquet"), join(folder, "out.parquet")];
  const row = (k: number) => {
    const content = k === 5 ? "z".repeat(500) : "short";
    return JSON.stringify([
      { role: "user", content: `task ${k}` },
      { role: "tool", tool_call_id: "1", content },
    ]);
  };
  const data = Array.from({ length: 12 }, (_, k) => row(k));
  const columnData = [{ name: "messages", data, type: "STRING" as const }];
  writeFileSync(file, Buffer.from(parquetWriteBuffer({ columnData, rowGroupSize: 3 })));
  await elision(["-q", "--window", "0", file, "-o", output]);
  const chunks = [file, output].map((each) => {
    const bytes = readFileSync(each);
    return parquetFooter(each).row_groups.map(({ columns }) => {
      const { meta_data } = columns[0] ?? {};
      if (meta_data === undefined) throw new Error("no metadata");
      const start = Number(meta_data.dictionary_page_offset ?? meta_data.data_page_offset);
      const end = start + Number(meta_data.total_compressed_size);
      return { bytes: bytes.subarray(start, end), statistics: meta_data.statistics };
    });
  });
  const [before = [], after = []] = chunks;
  const isSame = before.map(({ bytes }, group) => after[group]?.bytes.equals(bytes));
  expect(isSame).toEqual([true, false, true, true]);
  expect(after[2]?.statistics).toEqual(before[2]?.statistics);
  expect(after[1]?.statistics).toBe(undefined);
  const rows = await parquetRows(output);
  expect(rows).toHaveLength(12);
  rows.forEach(({ messages }, k) => {
    if (k === 5) expect(String(messages)).toContain("observation masked");
    else expect(messages).toBe(data[k]);
  });
});

describe("a Parquet file", () => {
  it("in a folder of inputs goes where its name says, next to lines of JSON", async () => {
    const row = '{"messages":[{"role":"user","content":"hello"}]}\n';
    const folder = folderWith({ "in/rows.jsonl": row, "in/sub/note.txt": "none" });
    copyFileSync(parquetFixture("texts"), join(folder, "in/sub/texts.parquet"));
    const out = join(folder, "out");
    // Threads take the other files: they are there in the built program.
    const argv = [...QUIET, "-j", "2", join(folder, "in"), "--out-dir", out];
    expect(await start(argv).ended).toMatchObject({ stdout: "", stderr: "", code: 0 });
    const files = readdirSync(out, { recursive: true }).map(String).sort();
    const below = files
      .filter((each) => /\.(jsonl|parquet)$/.test(each))
      .map((each) => each.split("/").pop());
    expect(below).toEqual(["rows.jsonl", "texts.parquet"]);
    const written = join(out, files.find((each) => each.endsWith(".parquet")) ?? "");
    expect(await maskedBetween(parquetFixture("texts"), written)).toBe(21);
  });

  it("is told by its rows in inspect, check, replay, diff, --explain and messages", async () => {
    const file = parquetFixture("structs");
    const inspected = JSON.parse((await elision(["inspect", "--report", "json", file])).stdout);
    expect(inspected.totals).toMatchObject({ transcripts: 6, observations: 24 });
    expect((await elision(["check", file])).stdout).toContain("6 transcripts checked");
    expect((await elision(["replay", "--step", "2", file])).stdout.split("\n")).toHaveLength(7);
    expect((await elision(["diff", file, "--window", "1", "--stat"])).stdout).toContain("bash");
    const explained = await elision(["-n", "--explain", "--window", "1", "--report", "json", file]);
    expect(JSON.parse(explained.stderr).transcripts[0]).toMatchObject({ file, line: 1 });
    const compared = await elision(["compare", "--report", "json", file]);
    expect(JSON.parse(compared.stdout).totals.transcripts).toBe(6);
  });

  it("goes to stdout where that is no terminal", async () => {
    const pieces: Buffer[] = [];
    const onWrite = (piece: Buffer) => pieces.push(Buffer.from(piece));
    await elision([...QUIET, parquetFixture("texts")], { onWrite });
    const file = join(folderWith({}), "out.parquet");
    writeFileSync(file, Buffer.concat(pieces));
    expect(await maskedBetween(parquetFixture("texts"), file)).toBe(21);
    const refused = await elision([...QUIET, parquetFixture("texts")], { stdoutTerminal: true });
    expect(refused).toMatchObject({ stdout: "", exitCode: 2 });
    expect(refused.stderr).toContain("Parquet is not written to a terminal");
  });

  it("has its bad rows copied as they are, and named by their number", async () => {
    const folder = folderWith({});
    const file = join(folder, "rows.parquet");
    const good = `[{"role":"user","content":"q"},{"role":"tool","tool_call_id":"1","content":"${"x".repeat(99)}"}]`;
    const texts = [good, "torn [", good];
    writeFileSync(
      file,
      Buffer.from(
        parquetWriteBuffer({ columnData: [{ name: "messages", data: texts, type: "STRING" }] }),
      ),
    );
    const output = join(folder, "out.parquet");
    const { stderr, exitCode } = await elision(["-q", "--window", "0", file, "-o", output]);
    expect(stderr).toContain(`${file}:2:`);
    expect(exitCode).toBe(1);
    const rows = await parquetRows(output);
    expect(rows.map(({ messages }) => messages === "torn [")).toEqual([false, true, false]);
    expect(rows[2]).toEqual(rows[0]);
    expect(rows[0]).not.toEqual({ messages: good });
  });

  it("without rows, or with nulls alone, is copied", async () => {
    const folder = folderWith({});
    const write = (name: string, data: null[]) =>
      writeFileSync(
        join(folder, name),
        Buffer.from(
          parquetWriteBuffer({
            columnData: [{ name: "messages", data, type: "STRING", nullable: true }],
          }),
        ),
      );
    write("none.parquet", []);
    write("nulls.parquet", [null, null]);
    for (const name of ["none.parquet", "nulls.parquet"]) {
      const output = join(folder, `out-${name}`);
      const { exitCode, stderr } = await elision([join(folder, name), "-o", output]);
      expect(stderr).toContain("is empty");
      expect(exitCode).toBe(0);
      expect(readFileSync(output).equals(readFileSync(join(folder, name)))).toBe(true);
    }
  });

  it("of more than is kept in memory comes out right, its changed rows late", async () => {
    const folder = folderWith({});
    const file = join(folder, "rows.parquet");
    const row = (k: number, size: number) =>
      `[{"role":"user","content":"${k}"},{"role":"tool","tool_call_id":"1","content":"${"y".repeat(size)}"}]`;
    const texts = Array.from({ length: 90 }, (_, k) => row(k, k < 80 ? 10 : 500_000));
    const padded = texts.map((text, k) =>
      k < 80 ? `${text.slice(0, -1)}${" ".repeat(500_000)}]` : text,
    );
    writeFileSync(
      file,
      Buffer.from(
        parquetWriteBuffer({
          columnData: [{ name: "messages", data: padded, type: "STRING" }],
          rowGroupSize: 85,
        }),
      ),
    );
    const output = join(folder, "out.parquet");
    expect((await elision(["-q", "--window", "0", file, "-o", output])).exitCode).toBe(0);
    const rows = await parquetRows(output);
    expect(rows.slice(0, 80).map(({ messages }) => messages)).toEqual(padded.slice(0, 80));
    for (const { messages } of rows.slice(80))
      expect(String(messages)).toContain("observation masked");
  });
});

describe("is refused by name:", () => {
  const structs = parquetFixture("structs");
  const cut = () => {
    const file = join(folderWith({}), "cut.parquet");
    writeFileSync(file, readFileSync(structs).subarray(0, 5000));
    return file;
  };
  const changed = (name: string, change: (bytes: Buffer) => void) => () => {
    const file = join(folderWith({}), name);
    const bytes = readFileSync(structs);
    change(bytes);
    writeFileSync(file, bytes);
    return file;
  };
  const inLzo = () => {
    const bytes = readFileSync(parquetFixture("lz4"));
    const start = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
    const { struct } = readThrift(bytes.subarray(start));
    for (const group of struct.structs(FIELD.file.rowGroups))
      for (const chunk of group.structs(FIELD.group.columns))
        chunk.struct(FIELD.chunk.meta)?.set(FIELD.meta.codec, THRIFT.i32, 3);
    writeThrift(struct).copy(bytes, start);
    const file = join(folderWith({}), "lzo.parquet");
    writeFileSync(file, bytes);
    return file;
  };
  const cases: readonly (readonly [string, () => string, readonly string[], string])[] = [
    ["a file that stops short", cut, [], "its footer is missing"],
    [
      "an encrypted one",
      changed("a.parquet", (bytes) => bytes.write("PARE", bytes.length - 4)),
      [],
      "encrypted",
    ],
    [
      "one whose pages are damaged",
      changed("a.parquet", (bytes) => bytes.fill(0xff, 600, 9000)),
      [],
      "is damaged",
    ],
    [
      "one whose footer is damaged",
      changed("a.parquet", (bytes) => bytes.fill(0xff, bytes.length - 900, bytes.length - 8)),
      [],
      "footer is damaged",
    ],
    ["a codec that is not known", inLzo, [], "compressed with LZO"],
    [
      "a column that is not there",
      () => structs,
      ["--column", "turns"],
      'no column "turns" (columns: id, score, messages',
    ],
    [
      "a column of numbers",
      () => structs,
      ["--column", "large"],
      'column "large" is neither text nor a list of structs',
    ],
    [
      "a column of numbers with a usual name",
      () => {
        const columnData = [{ name: "messages", data: [1, 2], type: "INT32" as const }];
        const file = join(folderWith({}), "numbers.parquet");
        writeFileSync(file, Buffer.from(parquetWriteBuffer({ columnData })));
        return file;
      },
      [],
      'column "messages" is neither text nor a list of structs (columns: messages)',
    ],
    ["a column of other texts", () => structs, ["--column", "id"], ":1:1: expected a value"],
    [
      "a name of lines",
      () => structs,
      ["-o", "out.jsonl"],
      "Parquet is written as Parquet, not as out.jsonl",
    ],
  ];
  it.each(cases)("%s", async (_, file, options, message) => {
    const output = join(folderWith({}), "out.parquet");
    const toFile = options.includes("-o") ? [] : ["-o", output];
    const outcome = await elision([...QUIET, file(), ...options, ...toFile]);
    expect(outcome.stderr).toContain(message);
    expect(outcome).toMatchObject({ stdout: "", exitCode: 2 });
    expect(existsSync(output) || existsSync("out.jsonl")).toBe(false);
  });

  it("a pointer of Git LFS, and --column for what is not Parquet", async () => {
    const folder = folderWith({
      "a.parquet": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
      "b.jsonl": '{"messages":[{"role":"user","content":"hello"}]}\n',
    });
    const lfs = await elision([join(folder, "a.parquet")]);
    expect(lfs).toMatchObject({ exitCode: 2, stdout: "" });
    expect(lfs.stderr).toContain("git lfs pull");
    const lines = await elision([join(folder, "b.jsonl"), "--column", "messages"]);
    expect(lines).toMatchObject({ exitCode: 2, stdout: "" });
    const stdin = await elision(["--column", "messages"], { stdin: "{}" });
    expect(stdin.stderr).toContain("--column is for Parquet files (got stdin)");
  });

  it("several at once to one output, and one on stdin", async () => {
    const output = join(folderWith({}), "out.parquet");
    const both = await elision([...QUIET, structs, parquetFixture("texts"), "-o", output]);
    expect(both.stderr).toContain("--out-dir");
    expect(both.exitCode).toBe(2);
    expect(existsSync(output)).toBe(false);
    const stdin = await elision(QUIET, { stdin: readFileSync(structs) });
    expect(stdin.stderr).toContain("name the file");
    expect(stdin.exitCode).toBe(2);
  });
});

it("keeps in the archive what a Parquet file needs when it is pruned", async () => {
  const folder = folderWith({});
  const file = join(folder, "rows.parquet");
  const archive = join(folder, "archive");
  mkdirSync(archive);
  copyFileSync(parquetFixture("texts"), file);
  await elision([...QUIET, "-i", "--archive", archive, file]);
  await elision(["archive", "prune", archive, file]);
  expect((await elision(["restore", "-q", "-i", "--archive", archive, file])).exitCode).toBe(0);
  expect(await parquetRows(file)).toEqual(await parquetRows(parquetFixture("texts")));
});
