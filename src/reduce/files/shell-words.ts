/** A command line without expansions: a folder to change to, and a pipeline. */
export interface SimpleCommand {
  /** Where `cd` goes before it, as it is written. */
  readonly folder: string | undefined;
  /** The commands of the pipeline, each as a list of words. */
  readonly pipeline: readonly (readonly string[])[];
}

/**
 * Parses a command line like a POSIX shell, if it is one pipeline, or `cd DIR &&` and one, without variables,
 * globs, substitutions, redirections and comments.
 */
export function simpleCommand(line: string): SimpleCommand | undefined {
  const tokens = tokensOf(line.trim());
  if (tokens === undefined) return undefined;
  const lists = split(tokens, "&&");
  const last = lists.pop() ?? [];
  const pipeline = split(last, "|").map(wordsOf);
  if (pipeline.some((words) => words.length === 0)) return undefined;
  if (lists.length === 0) return { folder: undefined, pipeline };
  const [command, folder, ...rest] = wordsOf(lists[0] ?? []);
  const isMove = lists.length === 1 && command === "cd" && rest.length === 0;
  return isMove && folder !== undefined && /^[^-]/.test(folder) ? { folder, pipeline } : undefined;
}

type Token = { readonly operator: "&&" | "|" } | { readonly word: string };

function tokensOf(line: string): Token[] | undefined {
  const tokens: Token[] = [];
  let at = 0;
  let isInWord = false;
  for (TOKEN.lastIndex = 0; at < line.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(line);
    if (match === null) return undefined;
    const { space, operator, single, double, escaped, bare } = match.groups ?? {};
    const piece = single ?? double ?? escaped ?? bare;
    if (operator === "&&" || operator === "|") tokens.push({ operator });
    else if (piece !== undefined && space === undefined) {
      const before = isInWord ? tokens.pop() : undefined;
      tokens.push({ word: (before !== undefined && "word" in before ? before.word : "") + piece });
    }
    isInWord = piece !== undefined;
  }
  return tokens;
}

/** The next token: only text whose meaning does not depend on its surroundings. */
const TOKEN = new RegExp(
  [
    "(?<space>[ \\t]+)",
    "(?<operator>&&|\\|(?![|&]))",
    "'(?<single>[^']*)'",
    '"(?<double>[^"$`\\\\!]*)"',
    "\\\\(?<escaped>[^\\n])",
    "(?<bare>[^\\s'\"\\\\|&;<>()$`*?[\\]{}~#!^=]+(?:=[^\\s'\"\\\\|&;<>()$`*?[\\]{}~#!^=]+)?)",
  ].join("|"),
  "y",
);

function split(tokens: readonly Token[], operator: string): Token[][] {
  const lists: Token[][] = [[]];
  for (const token of tokens) {
    if ("operator" in token && token.operator === operator) lists.push([]);
    else lists.at(-1)?.push(token);
  }
  return lists;
}

function wordsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => ("word" in token ? [token.word] : []));
}
