import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { ElisionError } from "../../../base/errors.ts";
import { openDatabase, sessionOf } from "../../../databases/open-database.ts";
import type { OpenDatabase, SavedSession } from "../../../databases/session-database.ts";
import { isDatabase } from "../../inputs/database-input.ts";
import { findInputs, type Inputs } from "../../inputs/find-inputs.ts";
import type { Input } from "../../inputs/input.ts";
import { placeOutputs } from "../../inputs/outputs.ts";
import { usage } from "../../options/usage-error.ts";
import { isClosedPipe } from "../../terminal/known-error.ts";
import { createNotices } from "../../terminal/notices.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { textOutput } from "../../terminal/text-output.ts";
import type { ExportFlags } from "./flags.ts";
import { sessionsTable } from "./view.ts";

const HELP = "elision export --help";

/** Writes or lists the sessions of the database that is named. Gives the exit code. */
export async function exportCommand(
  shell: Shell,
  words: readonly string[],
  flags: ExportFlags,
): Promise<number> {
  const [word] = words;
  if (word === undefined || words.length > 1 || word === "-")
    throw usage("export takes one database, by its name", HELP);
  const found = findInputs(words);
  const [error] = found.errors;
  if (error !== undefined) throw error;
  const [input] = found.inputs;
  if (input === undefined || !isDatabase(input)) throw notDatabase(word);
  const { database = input.name, id } = input.session ?? {};
  if (id !== undefined && flags.session !== undefined)
    throw usage("--session: the session is named already", HELP);
  refuseParts(database, flags.output);
  const wanted = flags.session ?? id;
  const isList =
    flags.list ??
    (wanted === undefined && flags.output === undefined && shell.stdout.isTerminal === true);
  const opened = await openDatabase(database);
  try {
    const sessions = wanted === undefined ? opened.sessions : [sessionOf(opened, wanted, database)];
    const notices = createNotices(shell.stderr, { quiet: flags.quiet ?? false });
    if (sessions.length === 0) notices.note(`${database} has no sessions with messages`);
    if (isList) await list(shell, opened, sessions);
    else await write(shell, { opened, sessions, found, input, flags });
  } finally {
    opened.close();
  }
  return EXIT.done;
}

function notDatabase(word: string): ElisionError {
  return new ElisionError("not-database", "not a SQLite database", {
    file: word,
    hint: "other transcripts are read as they are: elision inspect FILE",
  });
}

/** A log or a journal is part of its database, which is never written to. */
function refuseParts(database: string, output: string | undefined): void {
  if (output === undefined) return;
  const parts = ["-wal", "-shm", "-journal"].map((suffix) => realpathSync(database) + suffix);
  if (parts.includes(resolve(output))) throw usage(`${output} is a part of ${database}`, HELP);
}

async function list(
  shell: Shell,
  { agent }: OpenDatabase,
  sessions: readonly SavedSession[],
): Promise<void> {
  const { stdout, env, now } = shell;
  const output = textOutput(shell);
  const columns = Number(stdout.columns ?? env.COLUMNS);
  const about = { agent, now: stdout.isTerminal ? now() : undefined };
  output.put(sessionsTable(sessions, { ...about, columns: columns > 0 ? columns : undefined }));
  await output.flush();
}

/** Chars of lines that are written at once. */
const BATCH_CHARS = 256 * 1024;

async function write(
  shell: Shell,
  {
    opened,
    sessions,
    found,
    input,
    flags: { output: name },
  }: {
    readonly opened: OpenDatabase;
    readonly sessions: readonly SavedSession[];
    readonly found: Inputs;
    readonly input: Input;
    readonly flags: ExportFlags;
  },
): Promise<void> {
  const placement = placeOutputs(found, { output: name, ...NOT_OTHERWISE }, shell);
  if (placement.kind !== "shared") return;
  const output = placement.open(input);
  let batch: string[] = [];
  let chars = 0;
  const flush = async () => {
    if (chars > 0) await output.write([Buffer.from(batch.join(""))]);
    batch = [];
    chars = 0;
  };
  try {
    for (const text of opened.lines(sessions)) {
      batch.push(text);
      chars += text.length;
      if (chars >= BATCH_CHARS) await flush();
    }
    await flush();
    await output.commit();
  } catch (error) {
    output.abort();
    if (!isClosedPipe(error)) throw error;
  }
}

const NOT_OTHERWISE = {
  outDir: undefined,
  inPlace: undefined,
  backup: undefined,
  dryRun: undefined,
};
