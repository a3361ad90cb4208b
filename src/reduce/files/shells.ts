import { inFolder } from "./shell-reads.ts";

/** Whether a tool is a shell, by its name without underscores and in lower case. */
export function isShell(tool: string): boolean {
  return FRESH.has(tool) || LASTING.has(tool);
}

/** Shells whose commands all start in the same folder: Codex, Gemini CLI, goose. */
const FRESH: ReadonlySet<string> = new Set([
  ...["shell", "shellcommand", "execcommand", "localshell", "localshellcall", "exec"],
  "runshellcommand",
]);

/** Shells that keep the folder between commands, or may do so. */
const LASTING: ReadonlySet<string> = new Set([
  ...["bash", "sh", "zsh", "terminal", "executebash", "executecommand", "runcommand"],
  ...["runterminalcmd", "runinterminal", "bashcommand"],
]);

/** The folder in which a shell call runs. */
export interface Folder {
  /** As given by the call; undefined for the shell's current folder. */
  readonly path: string | undefined;
  /** Whether it depends on earlier commands. */
  readonly mayMove: boolean;
}

/** A call of a shell: its command, and its folder. */
export interface ShellCall {
  readonly command: string | readonly string[];
  readonly folder: Folder;
}

/**
 * A call of a shell, if all its arguments are known and its result is the command's whole output: not in the
 * background, and not input to a running program.
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
    if (COMMAND_KEYS.has(name) && command === undefined && isCommand(value)) command = value;
    else if (FOLDERS.has(name) && typeof value === "string" && path === undefined) path = value;
    else if (!IDLE.has(name) && !isUnset(value)) return undefined;
  }
  if (command === undefined) return undefined;
  return { command, folder: { path: path || undefined, mayMove: LASTING.has(tool) } };
}

/** Keys of a command, in lower case. */
export const COMMAND_KEYS: ReadonlySet<string> = new Set(["command", "cmd", "script"]);
const FOLDERS: ReadonlySet<string> = new Set([
  ...["workdir", "workingdirectory", "workingdir", "cwd", "dirpath", "directory"],
]);

/** Keys that do not change a command's output, except by cutting it, which the result says. */
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

/** Whether a value means that its key is unset. */
function isUnset(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === "false") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** The folder after a command's `cd`, relative to that one. */
export function within(folder: Folder, path: string | undefined): Folder {
  return { ...folder, path: inFolder(folder.path, path) };
}
