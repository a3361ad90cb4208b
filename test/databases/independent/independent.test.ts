/**
 * Sessions in the databases and stores of agents, read by stores.py, with Python's sqlite3 or from their files: an
 * export has the same tool results, in the same sessions, and masking it takes out those that the script finds outside
 * the window.
 */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../src/databases/index.ts";
import { answeringScript } from "../../formats/independent/answering-script.ts";
import {
  expectMasking,
  isChanged,
  OPTIONS,
  type Result,
} from "../../formats/independent/expect-masking.ts";
import { NESTS } from "../../support/database-sessions.ts";
import { AGENT_DATABASES, makeDatabase, PYTHON, type Sql } from "../../support/databases.ts";
import { folderWith } from "../../support/folder.ts";
import { elision } from "../../support/shell.ts";
import { vibeStore } from "../../support/vibe-store.ts";

type Agent = keyof typeof AGENT_DATABASES;

/** A store of an agent, which `make` writes to a path, and the format of its rows. */
interface Stored {
  readonly agent: string;
  readonly file: string;
  readonly format: string | undefined;
  readonly make: (path: string) => void;
}

type Sessions = Readonly<Record<string, readonly Result[]>>;
type Talks = readonly (readonly Result[])[];

const scriptAt = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const sessionsIn = answeringScript(scriptAt("stores.py"));
const resultsIn = answeringScript(scriptAt("../../formats/independent/results.py"));

/** Each database with its usual sessions and a long one; Cursor's CLI has a database for each. */
const IN_DATABASES = (Object.keys(AGENT_DATABASES) as Agent[]).flatMap((agent): Stored[] => {
  const { file, sql } = AGENT_DATABASES[agent];
  const format = DATABASES.find((each) => each.agent === agent)?.format;
  const stores: readonly Sql[] =
    agent === "cursor-agent" ? [sql, NESTS[agent]] : [[...sql, ...NESTS[agent]]];
  return stores.map((statements) => ({
    ...{ agent, file, format },
    make: (path) => makeDatabase(path, statements),
  }));
});

const IN_FOLDERS: Stored = {
  ...{ agent: "vibe", file: "unified", format: "openai-chat" },
  make: (path) => cpSync(folderWith(vibeStore("nests")), path, { recursive: true }),
};

describe.skipIf(!PYTHON)("a session in the database of", () => {
  const stores = [...IN_DATABASES, IN_FOLDERS];
  it.each(stores)("$agent has the results that it exports", async (stored) => {
    const { agent, file, format, make } = stored;
    const folder = folderWith();
    const [store, rows] = [join(folder, file), join(folder, "rows.jsonl")];
    make(store);
    const exported = await elision(["export", store]);
    expect([exported.stderr, exported.exitCode]).toEqual(["", 0]);
    writeFileSync(rows, exported.stdout);
    const ids = exported.stdout.trimEnd().split("\n").map(idOf);

    const [found = {}] = await sessionsIn<readonly Sessions[]>([{ agent, file: store }]);
    expect([...ids].sort()).toEqual(Object.keys(found).sort());
    const [before = []] = await resultsIn<readonly Talks[]>([{ format, file: rows }]);
    expect(before).toEqual(ids.map((id) => found[id]));

    const archive = ["--archive", join(folder, "archive")];
    const masking = ["-i", ...archive, "--report", "json", ...OPTIONS, rows];
    const { stderr } = await elision(masking);
    const masked = readFileSync(rows);
    const [after = []] = await resultsIn<readonly Talks[]>([{ format, file: rows }]);
    const pairs = ids.flatMap((id, i) =>
      (found[id] ?? []).map((was, k) => ({ was, is: after[i]?.[k] ?? was })),
    );
    for (const { was, is } of pairs) expectMasking(was, is);
    expect(JSON.parse(stderr).totals.maskedCount).toBe(
      pairs.filter(({ was, is }) => isChanged(was, is)).length,
    );
    if (ids.includes("nests")) expect(pairs.length).toBeGreaterThanOrEqual(6);
    await elision(masking);
    expect(readFileSync(rows)).toEqual(masked);
    await elision(["restore", "-i", "--report", "none", ...archive, rows]);
    expect(readFileSync(rows, "utf8")).toBe(exported.stdout);
  });
});

function idOf(line: string): string {
  const { id, info } = JSON.parse(line);
  return id ?? info.id;
}
