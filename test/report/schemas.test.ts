/** Each report for programs has a JSON schema in docs/schemas, which fits it and is strict. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands/index.ts";
import type { CommandDeclaration } from "../../src/cli/options/command-declaration.ts";
import { namesOf } from "../../src/cli/options/flag.ts";
import { REPORTS } from "../support/described-reports.ts";
import {
  compileSchema,
  keysWithoutSample,
  lettingPass,
  linesValidator,
  readSchema,
} from "../support/report-schemas.ts";

const all = Object.values(REPORTS).flat();

const lengthOf = (report: unknown) => JSON.stringify(report).length;

it("knows every command that writes JSON for programs", () => {
  const commands = Object.entries<CommandDeclaration>(COMMANDS);
  const writing = commands.filter(([, { flags }]) =>
    Object.values(flags).some(
      (flag) =>
        flag.flags === "--json" ||
        (flag.flags.startsWith("--report ") && namesOf(flag).choices.includes("json")),
    ),
  );
  const names = writing.map(([name]) => name);
  expect(names.length).toBeGreaterThan(10);
  // Rows of a replay are JSON as well, unasked.
  expect(Object.keys(REPORTS).sort()).toEqual([...names, "replay"].sort());
});

it("knows every schema, and docs/report.md links each", () => {
  const folder = new URL("../../docs/schemas/", import.meta.url);
  const names = all.map(({ schema }) => `${schema}.schema.json`);
  expect(readdirSync(folder).sort()).toEqual(names.toSorted());
  const doc = readFileSync(new URL("../report.md", folder), "utf8");
  expect(names.filter((name) => !doc.includes(`(schemas/${name})`))).toEqual([]);
});

describe.each(all.filter(({ samples }) => samples !== undefined))(
  "the schema $schema",
  ({ schema: name, samples, lines, maps = [], optional = [], rare = [] }) => {
    const schema = readSchema(name);
    const validate = compileSchema(schema);

    it("fits reports of runs, and no other keys", async () => {
      const reports = (await samples?.()) ?? [];
      expect(reports.length).toBeGreaterThan(0);
      for (const report of reports)
        expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
      // The small ones first: of each key the first report with it is tried.
      const small = reports.toSorted((one, other) => lengthOf(one) - lengthOf(other));
      const { renamed, leftOut } = lettingPass(validate, small, maps);
      expect(renamed).toEqual([]);
      const isOptional = (path: string) =>
        optional.some((each) => path === each || path.startsWith(`${each}.`));
      expect(leftOut.filter((path) => !isOptional(path))).toEqual([]);
      const unseen = keysWithoutSample(schema, reports);
      expect(unseen.filter((key) => !rare.includes(key))).toEqual([]);
    });

    it.runIf(lines !== undefined)("fits their lines", async () => {
      const problemOf = linesValidator(schema);
      for (const line of (await lines?.()) ?? []) expect(problemOf(line)).toBe("");
    });
  },
);
