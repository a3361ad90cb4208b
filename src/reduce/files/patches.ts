import { simpleCommand } from "./shell-words.ts";

/** The paths in a patch, in the form of apply_patch or a unified diff. */
export function pathsInPatch(patch: string): readonly string[] {
  const paths = new Set<string>();
  for (const [, path] of patch.matchAll(HEADER)) if (path !== undefined) paths.add(path.trim());
  for (const [, path] of patch.matchAll(DIFF)) if (path !== undefined) paths.add(path.trim());
  return [...paths];
}

const HEADER = /^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$/gm;
const DIFF = /^(?:---|\+\+\+) (?:[ab]\/)?(?!\/dev\/null)([^\t\n]+)/gm;

/** A patch, and the folder that a shell goes to before it applies it. */
export interface Patch {
  readonly text: string;
  readonly cd?: string | undefined;
}

/**
 * The patch in a call's arguments: the text of a patch tool, directly or under a key, or the text that a shell
 * passes to `apply_patch`. Other mentions of a patch do not count.
 */
export function patchIn(tool: string, args: string, value: unknown): Patch | undefined {
  const isTool = /^(?:apply)?patch$/.test(tool);
  if (isTool && value === undefined) return { text: args };
  const texts = textsIn(value);
  if (isTool) {
    const text = texts.find((each) => START.test(each)) ?? texts.find(isDiff);
    return text === undefined ? undefined : { text };
  }
  const at = texts.findIndex((text) => SHELL.test(text));
  const text = at < 0 ? undefined : texts.slice(at).find((each) => each.includes(BEGIN));
  if (text === undefined) return undefined;
  const [, move] = SHELL.exec(texts[at] ?? "") ?? [];
  if (move === undefined) return { text };
  // The folder has to be certain.
  const cd = simpleCommand(`${move} cat`)?.folder;
  return cd === undefined ? undefined : { text, cd };
}

const BEGIN = "*** Begin Patch";
const START = /^\s*\*\*\* Begin Patch/;
const SHELL = /^(cd [^\n;&|]+ &&)? ?apply_patch\b/;

function isDiff(text: string): boolean {
  return /^--- .+\n\+\+\+ /m.test(text);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/**
 * The paths of a patch that it was applied to, according to the tool's result: only those listed, if it lists any,
 * and none that it reports a failure for. A failure that names no path applies to all.
 */
export function appliedPaths(paths: readonly string[], answer: string): readonly string[] {
  const lines = answer.split("\n");
  const listed = new Set(lines.flatMap((line) => /^[AMDR] (.+)$/.exec(line)?.[1]?.trim() ?? []));
  const failures = lines.filter((line) => FAILURE.test(line));
  const isNamed = (path: string) => failures.some((line) => line.includes(path));
  if (failures.some((line) => !paths.some((path) => line.includes(path)))) return [];
  return paths.filter((path) => (listed.size === 0 || listed.has(path)) && !isNamed(path));
}

const FAILURE =
  /\b(?:fail(?:ed|ure|s)?|error|reject(?:ed|s)?|could not|cannot|does not apply|did not apply|not found|no such|unable|skipp?ed|invalid|denied|aborted)\b/i;
