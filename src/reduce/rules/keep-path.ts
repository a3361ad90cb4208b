import { parsedJson } from "../../base/json-value.ts";
import { fileUseOf } from "../files/file-use.ts";
import { pathsIn } from "../files/paths.ts";
import { inFolder } from "../files/shell-reads.ts";
import { argumentsOf, callOf } from "../pipeline/call-of.ts";
import type { TextTest } from "../pipeline/checked-policy.ts";
import { globTest } from "./globs.ts";
import type { KeepRule } from "./rule.ts";

/** The options of the rule. */
export interface KeepPathOptions {
  /** Observations whose call names such a path in its arguments stay raw: globs. */
  readonly keepPaths?: readonly string[];
}

/**
 * Keeps observations raw whose call names one of the paths in its arguments, or in a shell command that
 * prints a file.
 */
export const pathRule = {
  acts: "keep",
  ofWholes: false,
  reason: "--keep-path names a path of its call",
  options: {
    keepPaths: {
      flag: "--keep-path <glob>",
      help: "keep tool results whose call names such a path (may be given again)",
      type: "globs",
      group: "What stays",
      off: undefined,
    },
  },
  setting: ({ keepPaths }) => globTest("keepPaths", keepPaths),
  *propose({ transcript }, isKept) {
    for (const part of transcript.observations()) {
      const call = callOf(transcript, part);
      if (call === undefined) continue;
      const args = argumentsOf(transcript, call);
      const paths = [...pathsIn(parsedJson(args)), ...pathsShown(call.name, args)];
      const isNamed = (path: string) => isKept(path) || isKept(path.replace(/^\.\//, ""));
      if (paths.some(isNamed)) yield { part };
    }
  },
} as const satisfies KeepRule<KeepPathOptions, TextTest>;

/** The file that a shell command prints: as the command has it, and seen from where the shell starts. */
function pathsShown(name: string, args: string): readonly string[] {
  const use = fileUseOf(name, args);
  if (use?.kind !== "read" || use.folder === undefined) return [];
  return [use.path, inFolder(use.folder.path, use.path)];
}
