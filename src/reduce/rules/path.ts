import { argumentsOf, callOf } from "../calls.ts";
import { fileUseOf } from "../files/file-use.ts";
import { pathsIn } from "../files/paths.ts";
import { inFolder } from "../files/shell-reads.ts";
import type { Rule } from "./rule.ts";

/**
 * Keeps observations raw whose call names one of the paths in its arguments, or in a shell command that
 * prints a file.
 */
export const pathRule: Rule = {
  *propose({ transcript, policy }) {
    const { keepPath } = policy.guards;
    if (keepPath === undefined) return;
    for (const part of transcript.observations()) {
      const call = callOf(transcript, part);
      if (call === undefined) continue;
      const args = argumentsOf(transcript, call);
      const paths = [...pathsIn(parsed(args)), ...pathsShown(call.name, args)];
      const isNamed = (path: string) => keepPath(path) || keepPath(path.replace(/^\.\//, ""));
      if (paths.some(isNamed)) yield { kind: "keep", part };
    }
  },
};

/** The file that a shell command prints: as the command has it, and seen from where the shell starts. */
function pathsShown(name: string, args: string): readonly string[] {
  const use = fileUseOf(name, args, NO_OTHERS);
  if (use?.kind !== "read" || use.folder === undefined) return [];
  return [use.path, inFolder(use.folder.path, use.path)];
}

const NO_OTHERS = { isRead: undefined, isEdit: undefined };

function parsed(args: string): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return undefined;
  }
}
