import { isRecord, parsedJson } from "../../base/json-value.ts";
import { type LineRange, linesOf } from "./line-ranges.ts";
import { type Patch, patchIn, pathsInPatch } from "./patches.ts";
import { isPathKey, normalPath, pathsIn } from "./paths.ts";
import { shellReadOf } from "./shell-reads.ts";
import { type Folder, isShell, shellCallIn, within } from "./shells.ts";

/** The use that a call makes of files: it reads one, or edits some. */
export type FileUse = (
  | { readonly kind: "read"; readonly path: string; readonly lines: LineRange }
  | { readonly kind: "edit"; readonly paths: readonly string[]; readonly isPatch: boolean }
) & {
  /** For a shell: the folder that its paths are relative to. */
  readonly folder?: Folder;
};

/** Tests for the names of further tools, set by options. */
export interface OtherTools {
  readonly isRead: ((name: string) => boolean) | undefined;
  readonly isEdit: ((name: string) => boolean) | undefined;
}

/**
 * The use that a call makes of files, by the names and arguments of known agents; undefined for any other call,
 * also for a read of several files. Shell commands that only print a file are reads, and patches are edits; other
 * commands are not analysed.
 */
export function fileUseOf(
  name: string,
  args: string,
  others: OtherTools = NO_OTHERS,
): FileUse | undefined {
  const tool = bareName(name);
  const value = parsedJson(args);
  const mayPatch = args.includes("*** ") || tool.endsWith("patch");
  const patch = mayPatch ? patchIn(tool, args, value) : undefined;
  if (patch !== undefined) return patchOf(patch, { tool, value });
  if (!isRecord(value)) return undefined;
  if (isShell(tool)) return readInShell(tool, value);
  const kind = kindOf(tool, value, { name, others });
  if (kind === undefined) return undefined;
  const paths = [...new Set(pathsIn(value).map(normalPath))];
  if (kind === "edit") return paths.length === 0 ? undefined : { kind, paths, isPatch: false };
  const [path] = paths;
  if (path === undefined || paths.length > 1) return undefined;
  const rest = Object.fromEntries(Object.entries(value).filter(([key]) => !isPathKey(key)));
  const lines = linesOf(tool, rest);
  const isKnown = READS.has(tool) || EDITORS.has(tool);
  // The arguments and omissions of a tool named by an option are not known.
  const isExact = !isKnown || PARTIAL_READS.has(tool);
  return { kind, path, lines: isExact ? { kind: "other", tool, args } : lines };
}

const NO_OTHERS: OtherTools = { isRead: undefined, isEdit: undefined };

/** The files that a patch edits, and where it is applied. */
function patchOf(
  { text, cd }: Patch,
  { tool, value }: { readonly tool: string; readonly value: unknown },
): FileUse | undefined {
  const paths = pathsInPatch(text).map(normalPath);
  if (paths.length === 0) return undefined;
  const edit = { kind: "edit", paths, isPatch: true } as const;
  if (!isShell(tool)) return edit;
  const call = isRecord(value) ? shellCallIn(tool, value) : undefined;
  return call && { ...edit, folder: within(call.folder, cd) };
}

/** The file that a shell command prints. */
function readInShell(tool: string, value: Readonly<Record<string, unknown>>): FileUse | undefined {
  const call = shellCallIn(tool, value);
  const read = call && shellReadOf(call.command);
  if (call === undefined || read === undefined) return undefined;
  const { path, lines, folder } = read;
  return { kind: "read", path: normalPath(path), lines, folder: within(call.folder, folder) };
}

function kindOf(
  tool: string,
  value: Readonly<Record<string, unknown>>,
  { name, others }: { readonly name: string; readonly others: OtherTools },
): FileUse["kind"] | undefined {
  if (EDITORS.has(tool)) {
    if (value.command === "view") return "read";
    return EDITOR_COMMANDS.has(String(value.command)) ? "edit" : undefined;
  }
  if (READS.has(tool) || PARTIAL_READS.has(tool) || others.isRead?.(name)) return "read";
  return EDITS.has(tool) || others.isEdit?.(name) ? "edit" : undefined;
}

/** A tool's name in lower case, without the name of its server: `mcp__files__read_file`. */
function bareName(name: string): string {
  const last = name.split(/__|[.:/]/).at(-1) ?? name;
  return last.toLowerCase().replaceAll("_", "").replaceAll("-", "");
}

/** Single tools with several commands: of Anthropic, OpenHands, SWE-agent and goose. */
const EDITORS: ReadonlySet<string> = new Set([
  ...["strreplaceeditor", "strreplacebasededittool", "texteditor", "fileeditor"],
]);
const EDITOR_COMMANDS: ReadonlySet<string> = new Set([
  ...["create", "str_replace", "insert", "undo_edit", "write", "edit_file"],
]);

/** Claude Code, pi, opencode, Gemini CLI, Codex, Cline, Copilot CLI, MCP's file server. */
const READS: ReadonlySet<string> = new Set([
  ...["read", "readfile", "readtextfile", "view", "viewfile", "notebookread"],
]);

/** Tools that show a part of the file which their arguments do not name: SWE-agent. */
const PARTIAL_READS: ReadonlySet<string> = new Set(["open"]);

const EDITS: ReadonlySet<string> = new Set([
  ...["edit", "multiedit", "write", "notebookedit", "editfile", "writefile", "createfile"],
  ...["replace", "writetofile", "replaceinfile", "applydiff", "insertcontent", "searchandreplace"],
  ...["create", "strreplace", "insert", "editor", "deletefile", "movefile", "applyedit"],
]);
