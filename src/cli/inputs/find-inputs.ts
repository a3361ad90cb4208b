import { type BigIntStats, existsSync, statSync } from "node:fs";
import { basename, isAbsolute, normalize, sep } from "node:path";
import { ElisionError } from "../../base/errors.ts";
import { isSessionFolder } from "../../databases/session-folders.ts";
import { fileStatus } from "../../io/file-status.ts";
import { ioError } from "../../io/io-error.ts";
import { usage } from "../options/usage-error.ts";
import type { InputIdentity, Shell } from "../terminal/shell.ts";
import { sessionNamed } from "./database-input.ts";
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
  const list = new InputList(choice);
  for (const name of names.length === 0 ? ["-"] : names) {
    if (name === "-") list.addStdin(stdin);
    else list.addWord(name);
  }
  return { inputs: list.inputs, errors: list.errors, notes: [...list.notes, ...list.leftOut()] };
}

/** Collects inputs, each file once. */
class InputList {
  readonly inputs: Input[] = [];
  readonly errors: ElisionError[] = [];
  readonly notes: string[] = [];
  private readonly choice: InputChoice;
  private readonly outKey: string | undefined;
  /** The keys of files and folders that were read. */
  private readonly seen = new Set<string>();
  /** The keys of the targets of links that were not followed. */
  private readonly unfollowed = new Set<string>();
  private backups = 0;

  constructor(choice: InputChoice) {
    this.choice = choice;
    const outStats = choice.outDir === undefined ? undefined : fileStatus(choice.outDir);
    this.outKey = outStats && fileKey(outStats);
  }

  addStdin(identity: InputIdentity | undefined): void {
    refuseColumnOfStdin(this.choice.column);
    if (!this.inputs.some(({ kind }) => kind === "stdin"))
      this.inputs.push({ kind: "stdin", name: "stdin", identity });
  }

  /** Adds the file or folder that a word names. An error of the system is noted, and the others are read. */
  addWord(name: string): void {
    const { backup } = this.choice;
    try {
      const { stats, relative, session, isFolder } = lookAtWord(name);
      if (isFolder) this.addFolder(name, stats, relative);
      else if (isBackupOfAnother(name, backup))
        this.notes.push(`${name} is a backup: not read (its name ends with ${backup})`);
      else this.add(name, stats, { relative, isFound: false, session });
    } catch (error) {
      if (error instanceof ElisionError) throw error;
      this.errors.push(ioError(error, name));
    }
  }

  /** Notes on what was left out of folders. */
  *leftOut(): Iterable<string> {
    const links = [...this.unfollowed].filter((key) => !this.seen.has(key)).length;
    if (links > 0) yield `links in folders that were not followed: ${links} (see --follow)`;
    if (this.backups > 0)
      yield `files named like another and .orig, .bak or ~ were not read: ${this.backups} (name them to read them)`;
  }

  private add(name: string, stats: BigIntStats, about: FoundFile): void {
    const key = about.session === undefined ? fileKey(stats) : name;
    if (stats.isFile() && this.seen.has(key)) return;
    this.seen.add(key);
    this.inputs.push({ kind: "file", name, stats, column: this.choice.column, ...about });
  }

  private addFolder(name: string, stats: BigIntStats, relative: string): void {
    if (fileKey(stats) === this.outKey)
      throw usage(`${name} is both input and output folder`, "name another folder for --out-dir");
    const { follow = false, backup, skipsUsualBackups = false } = this.choice;
    const add = (path: string, found: BigIntStats, below: string) =>
      this.add(path, found, { relative: below, isFound: true });
    const read = walkFolder(name, relative, {
      follow,
      backup,
      skipsUsualBackups,
      outDir: this.outKey,
      onFile: add,
      onStore: add,
      onLink: (target) => this.unfollowed.add(fileKey(target)),
      onOutDir: (folder) => this.notes.push(`${folder} is the output folder: not read`),
      onUsualBackup: () => this.backups++,
      onError: (error, file) => this.errors.push(ioError(error, file)),
    });
    for (const key of read) this.seen.add(key);
  }
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
    throw usage("--column is for Parquet files (got stdin)", "name the file");
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
