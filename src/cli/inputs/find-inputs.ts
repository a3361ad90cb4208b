import { type BigIntStats, existsSync, statSync } from "node:fs";
import { basename, isAbsolute, normalize, sep } from "node:path";
import { ElisionError } from "../../base/errors.ts";
import { isSessionFolder } from "../../databases/session-folders.ts";
import { fileStatus } from "../../io/file-status.ts";
import { ioError } from "../../io/io-error.ts";
import { usage } from "../options/usage-error.ts";
import type { Shell } from "../terminal/shell.ts";
import { sessionNamed } from "./database-input.ts";
import type { InputIdentity } from "./input.ts";
import { type Input, isFound } from "./input.ts";
import { fileKey, inputThatIs } from "./same-file.ts";
import { isBackup, walkFolder } from "./walk-folder.ts";

/** Inputs in the order given, those that could not be examined, and those left out. */
export interface Inputs {
  readonly inputs: readonly Input[];
  readonly errors: readonly ElisionError[];
  /** For the user: which files of folders were left out, and why. */
  readonly notes: readonly string[];
}

/** Which files of folders are inputs. */
export interface InputChoice {
  /** Whether links in folders are followed. Default: no. */
  readonly follow?: boolean | undefined;
  /** The suffix of backups: files that bear it are no inputs. */
  readonly backup?: string | undefined;
  /** Whether to leave out files named like another with `.orig`, `.bak` or `~` appended. Default: no. */
  readonly skipsUsualBackups?: boolean;
  /** The output folder, which is not read. */
  readonly outDir?: string | undefined;
  /** The column of conversations in Parquet. */
  readonly column?: string | undefined;
}

/**
 * Finds the inputs of a command. Without arguments at a terminal it throws a usage error with `help`; the files
 * that stdout and stderr write to are not inputs.
 */
export function findInputsFor(
  shell: Shell,
  names: readonly string[],
  { help, ...choice }: InputChoice & { readonly help: string },
): Inputs {
  if (names.length === 0 && shell.stdin.isTerminal)
    throw usage("no input: name a file or a folder, or pipe a transcript in", help);
  const found = findInputs(names, { ...choice, skipsUsualBackups: true }, shell.stdin.identity);
  const streams = [shell.stdout.identity, shell.stderr.identity];
  for (const stream of streams) {
    const input = inputThatIs(stream, found.inputs);
    if (input !== undefined && !isFound(input))
      throw usage(`${input.name} is both input and output`, "write to another file, or use -i");
  }
  const written = new Set(streams.flatMap((stream) => (stream ? [fileKey(stream)] : [])));
  const isWritten = (input: Input) => input.kind === "file" && written.has(fileKey(input.stats));
  return { ...found, inputs: found.inputs.filter((input) => !isWritten(input)) };
}

/**
 * Finds the inputs that the arguments name. A folder means the files below it, by name; a file named twice is read
 * once; `-` or nothing is standard input.
 */
export function findInputs(
  names: readonly string[],
  choice: InputChoice = {},
  stdin?: InputIdentity,
): Inputs {
  const { follow = false, backup, outDir, column, skipsUsualBackups = false } = choice;
  const inputs: Input[] = [];
  const errors: ElisionError[] = [];
  const notes: string[] = [];
  const seen = new Set<string>();
  const unfollowed = new Set<string>();
  let backups = 0;
  const outStats = outDir === undefined ? undefined : fileStatus(outDir);
  const outKey = outStats && fileKey(outStats);

  const add = (name: string, stats: BigIntStats, about: FoundFile) => {
    const key = about.session === undefined ? fileKey(stats) : name;
    if (stats.isFile() && seen.has(key)) return;
    seen.add(key);
    inputs.push({ kind: "file", name, stats, column, ...about });
  };
  const addFolder = (name: string, stats: BigIntStats, relative: string) => {
    if (fileKey(stats) === outKey)
      throw usage(`${name} is both input and output folder`, "name another folder for --out-dir");
    const read = walkFolder(name, relative, {
      follow,
      backup,
      skipsUsualBackups,
      outDir: outKey,
      onFile: (file, found, below) => add(file, found, { relative: below, isFound: true }),
      onStore: (store, found, below) => add(store, found, { relative: below, isFound: true }),
      onLink: (target) => unfollowed.add(fileKey(target)),
      onOutDir: (folder) => notes.push(`${folder} is the output folder: not read`),
      onUsualBackup: () => backups++,
      onError: (error, file) => errors.push(ioError(error, file)),
    });
    for (const key of read) seen.add(key);
  };

  for (const name of names.length === 0 ? ["-"] : names) {
    if (name === "-") {
      refuseColumnOfStdin(column);
      if (!inputs.some(({ kind }) => kind === "stdin"))
        inputs.push({ kind: "stdin", name: "stdin", identity: stdin });
      continue;
    }
    try {
      const { stats, relative, session, isFolder } = lookAtWord(name);
      if (isFolder) addFolder(name, stats, relative);
      else if (isBackupOfAnother(name, backup))
        notes.push(`${name} is a backup: not read (its name ends with ${backup})`);
      else add(name, stats, { relative, isFound: false, session });
    } catch (error) {
      if (error instanceof ElisionError) throw error;
      errors.push(ioError(error, name));
    }
  }
  const links = [...unfollowed].filter((key) => !seen.has(key)).length;
  if (links > 0) notes.push(`links in folders that were not followed: ${links} (see --follow)`);
  if (backups > 0)
    notes.push(
      `files named like another and .orig, .bak or ~ were not read: ${backups} (name them to read them)`,
    );
  return { inputs, errors, notes };
}

type FoundFile = Pick<Extract<Input, { kind: "file" }>, "relative" | "isFound" | "session">;

/** The file that a word names, or the database of the session that it names. */
function lookAtWord(
  word: string,
): Omit<FoundFile, "isFound"> & { readonly stats: BigIntStats; readonly isFolder: boolean } {
  const session = existsSync(word) ? undefined : sessionNamed(word);
  const stats = statSync(session?.database ?? word, { bigint: true });
  const { database, id } = session ?? { database: word, id: undefined };
  const relative = belowOutput(database);
  return {
    stats,
    session,
    relative: id === undefined ? relative : `${relative}#${id}`,
    isFolder: stats.isDirectory() && !isSessionFolder(database),
  };
}

function refuseColumnOfStdin(column: string | undefined): void {
  if (column !== undefined)
    throw usage("--column is for Parquet files (got: stdin)", "name the file");
}

/** Whether a named file has the suffix of backups, and the file that it is a backup of exists. */
function isBackupOfAnother(name: string, suffix: string | undefined): boolean {
  return isBackup(basename(name), suffix) && existsSync(name.slice(0, -(suffix ?? "").length));
}

/** A path below an output folder: leading `..` and roots are removed. */
function belowOutput(name: string): string {
  const path = normalize(name);
  if (isAbsolute(path) || path.split(sep)[0] === "..") return basename(path);
  return path === "." ? "" : path;
}
