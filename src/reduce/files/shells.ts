import { inFolder } from "./shell-reads.ts";

/** Whether a tool is a shell, by its name without underscores and in small letters. */
export function isShell(tool: string): boolean {
  return FRESH.has(tool) || LASTING.has(tool);
}

/** Whose commands all start in the same folder: Codex, Gemini CLI, goose. */
const FRESH: ReadonlySet<string> = new Set([
  ...["shell", "shellcommand", "execcommand", "localshell", "localshellcall", "exec"],
  "runshellcommand",
]);

/** Whose commands start where those before have gone, or for which that is not known. */
const LASTING: ReadonlySet<string> = new Set([
  ...["bash", "sh", "zsh", "terminal", "executebash", "executecommand", "runcommand"],
  ...["runterminalcmd", "runinterminal", "bashcommand"],
]);

/** The folder that a shell call is carried out in. */
export interface Folder {
  /** As the call says it; none: where the shell is. */
  readonly path: string | undefined;
  /** Whether that depends on what was done before. */
  readonly mayMove: boolean;
}

/** A call of a shell: its command, and where it is carried out. */
export interface ShellCall {
  readonly command: string | readonly string[];
  readonly folder: Folder;
}

/**
 * A call of a shell, if all its arguments are known and its answer is all that the command said: not one
 * in the background, nor words for a program that is running.
 */
export function shellCallIn(
  tool: string,
  args: Readonly<Record<string, unknown>>,
): ShellCall | undefined {
  if (!isShell(tool)) return undefined;
  let command: ShellCall["command"] | undefined;
  let path: string | undefined;
  for (const [key, value] of Object.entries(args)) {
    const name = key.toLowerCase().replaceAll("_", "");
    if (COMMANDS.has(name) && command === undefined && isCommand(value)) command = value;
    else if (FOLDERS.has(name) && typeof value === "string" && path === undefined) path = value;
    else if (!IDLE.has(name) && !isUnset(value)) return undefined;
  }
  if (command === undefined) return undefined;
  return { command, folder: { path: path || undefined, mayMove: LASTING.has(tool) } };
}

const COMMANDS: ReadonlySet<string> = new Set(["command", "cmd", "script"]);
const FOLDERS: ReadonlySet<string> = new Set([
  ...["workdir", "workingdirectory", "workingdir", "cwd", "dirpath", "directory"],
]);

/** Keys that change nothing of what a command prints, unless it is cut off, which its answer says. */
const IDLE: ReadonlySet<string> = new Set([
  ...["description", "explanation", "reason", "justification", "securityrisk", "requiresapproval"],
  ...["timeout", "timeoutms", "timeoutsec", "timeoutseconds", "yieldtimems", "maxoutputtokens"],
  ...["login", "tty", "shell", "type", "summary"],
  ...["sandboxpermissions", "withescalatedpermissions", "prefixrule", "taskprogress"],
]);

function isCommand(value: unknown): value is string | readonly string[] {
  if (typeof value === "string") return true;
  return Array.isArray(value) && value.every((word) => typeof word === "string");
}

/** Whether a value says no more than that its key is not used. */
function isUnset(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === "false") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** The same from a folder within that one, where a command has gone there first. */
export function within(folder: Folder, path: string | undefined): Folder {
  return { ...folder, path: inFolder(folder.path, path) };
}
