import { FOUND_BY_CONTENT } from "../../formats/format-choice.ts";
import type { COMPLETION_SHELLS } from "../commands/completion/flags.ts";
import { isList } from "../options/argument-types.ts";
import { COMMON_FLAGS, type Program } from "../options/command-declaration.ts";
import { choicesOf, type Flag, type FlagNames, namesOf } from "../options/flag.ts";
import { oppositesOf } from "../options/switches.ts";
import { readAgents } from "../sessions/saved-files.ts";
import { EXIT, type Shell } from "../terminal/shell.ts";

type CompletionShell = (typeof COMPLETION_SHELLS)[number];

const SCRIPTS: Readonly<Record<CompletionShell, (commands: readonly Completed[]) => string>> = {
  bash,
  zsh,
  fish,
};

/** Prints the script that completes the commands and options of elision in a shell. */
export async function completionCommand(
  shell: Shell,
  name: string | undefined,
  program: Program,
): Promise<number> {
  const script = SCRIPTS[name as CompletionShell](completedBy(program));
  await shell.stdout.write([Buffer.from(script)]);
  return EXIT.done;
}

/** Names of sessions, in the place of files: what follows "@". */
const SESSION_NAMES = [
  "latest",
  "project",
  ...readAgents(FOUND_BY_CONTENT.among.all).map((agent) => `latest:${agent}`),
].map((name) => `@${name}`);

/** A command as the scripts need it. */
interface Completed {
  readonly name: string;
  readonly isMain: boolean;
  readonly summary: string;
  readonly takesFiles: boolean;
  /** The words that it takes, if they are few. */
  readonly words: readonly string[];
  readonly flags: readonly { readonly flag: Flag; readonly names: FlagNames }[];
}

function completedBy({ commands, main }: Program): readonly Completed[] {
  return Object.entries(commands).map(([name, { summary, takes, flags }]) => ({
    name,
    isMain: name === main,
    summary: oneLine(summary),
    takesFiles: takes !== undefined && takes.type === undefined,
    words: choicesOf(takes?.type),
    flags: [...Object.values(flags), ...oppositesOf(flags), ...COMMON_FLAGS].map((flag) => ({
      flag,
      names: namesOf(flag),
    })),
  }));
}

const withoutMain = (commands: readonly Completed[]): readonly Completed[] =>
  commands.filter(({ isMain }) => !isMain);

const mainOf = (commands: readonly Completed[]): string =>
  commands.find(({ isMain }) => isMain)?.name ?? "";

function bash(commands: readonly Completed[]): string {
  const others = withoutMain(commands);
  const functions = commands.map(({ name, takesFiles, words, flags }) => {
    const typedWords = flags.flatMap(({ names }) => typed(names)).join(" ");
    const cases = flags.flatMap(({ names }) => {
      if (names.value === undefined) return [];
      const pattern = typed(names).join("|");
      if (names.choices.length > 0)
        return `    ${pattern}) COMPREPLY=($(compgen -W "${names.choices.join(" ")}" -- "$word")); return ;;`;
      return `    ${pattern}) ${takesPath(names) ? "compopt -o default; " : ""}return ;;`;
    });
    const rest = takesFiles
      ? "_elision_files"
      : `COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$word"))`;
    return `_elision_${name}() {
${cases.length === 0 ? "" : `  case $before in\n${cases.join("\n")}\n  esac\n`}  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "${typedWords}" -- "$word"))
  else
    ${rest}
  fi
}`;
  });
  const names = others.map(({ name }) => name);
  return `# elision completion bash > /etc/bash_completion.d/elision
# Bash takes ":" for the end of a word: what comes before it is not to be repeated.
_elision_files() {
  local typed=\${COMP_LINE:0:COMP_POINT} cut=
  typed=\${typed##*[[:space:]]}
  if [[ \${typed:=$word} != @* ]]; then
    compopt -o default
    return
  fi
  COMPREPLY=($(compgen -W "${SESSION_NAMES.join(" ")}" -- "$typed"))
  if [[ $typed == *:* && $COMP_WORDBREAKS == *:* ]]; then
    cut=\${typed%"\${typed##*:}"}
  fi
  COMPREPLY=("\${COMPREPLY[@]#"$cut"}")
}
${functions.join("\n")}
_elision() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [[ $COMP_CWORD -gt 1 ]]; then
    case \${COMP_WORDS[1]} in
      ${names.join("|")}) "_elision_\${COMP_WORDS[1]}"; return ;;
    esac
  fi
  _elision_${mainOf(commands)}
  if [[ $COMP_CWORD -eq 1 && $word != -* ]]; then
    COMPREPLY+=($(compgen -W "${names.join(" ")}" -- "$word"))
  fi
}
complete -F _elision elision
`;
}

function zsh(commands: readonly Completed[]): string {
  const others = withoutMain(commands);
  const functions = commands.map(({ name, isMain, takesFiles, words, flags }) => {
    const lines = flags.map(({ flag, names }) => {
      const action = names.choices.length > 0 ? `(${names.choices.join(" ")})` : pathAction(names);
      const value = names.value === undefined ? "" : `:${names.value}:${action}`;
      const described = oneLine(flag.description).replace(/[[\]:]/g, "\\$&");
      const what = zshQuoted(`[${described}]${value}`);
      const [first = "", second] = typed(names);
      if (second === undefined) return `    ${isRepeatable(flag) ? "'*'" : ""}${first}${what}`;
      const others = isRepeatable(flag) ? "*" : `(${first} ${second})`;
      return `    '${others}'{${first},${second}}${what}`;
    });
    if (isMain) lines.push("    '1: :_elision_first'");
    if (takesFiles) lines.push("    '*:file:_elision_files'");
    if (words.length > 0) lines.push(`    '1:${name}:(${words.join(" ")})'`);
    return `_elision_${name}() {
  _arguments -s \\
${lines.join(" \\\n")}
}`;
  });
  const described = others.map(
    ({ name, summary }) => `    ${zshQuoted(`${name}:${summary.replaceAll(":", "\\:")}`)}`,
  );
  return `#compdef elision
# elision completion zsh > "\${fpath[1]}/_elision"
_elision_files() {
  if [[ $PREFIX == @* ]]; then
    compadd -- ${SESSION_NAMES.join(" ")}
  else
    _files
  fi
}
${functions.join("\n")}
_elision_first() {
  local -a commands=(
${described.join("\n")}
  )
  _describe command commands
  _elision_files
}
_elision() {
  if (( CURRENT > 2 )); then
    case $words[2] in
      ${others.map(({ name }) => name).join("|")})
        shift words
        (( CURRENT-- ))
        "_elision_$words[1]"
        return ;;
    esac
  fi
  _elision_${mainOf(commands)}
}
_elision "$@"
`;
}

function fish(commands: readonly Completed[]): string {
  const others = withoutMain(commands);
  const otherNames = others.map(({ name }) => name).join(" ");
  const lines = commands.flatMap(({ name, isMain, takesFiles, words, flags }) => {
    const when = isMain
      ? `not __fish_seen_subcommand_from ${otherNames}`
      : `__fish_seen_subcommand_from ${name}`;
    const begin = `complete -c elision -n '${when}'`;
    const options = flags.map(({ flag, names }) => {
      const short = names.short === undefined ? "" : ` -s ${names.short}`;
      const takes = names.value === undefined ? "" : takesPath(names) ? " -r" : " -x";
      const choices = names.choices.length > 0 ? ` -a '${names.choices.join(" ")}'` : "";
      return `${begin}${short} -l ${names.long}${takes}${choices} -d ${fishQuoted(oneLine(flag.description))}`;
    });
    if (takesFiles)
      return [
        ...options,
        `complete -c elision -n '${when}; and string match -q -- "@*" (commandline -ct)' -a '${SESSION_NAMES.join(" ")}' -d session`,
      ];
    return [...options, `${begin} -f${words.length > 0 ? ` -a '${words.join(" ")}'` : ""}`];
  });
  const described = others.map(
    ({ name, summary }) =>
      `complete -c elision -n __fish_use_subcommand -a ${name} -d ${fishQuoted(summary)}`,
  );
  return `# elision completion fish > ~/.config/fish/completions/elision.fish
${[...described, ...lines].join("\n")}
`;
}

/** A flag's names with their dashes: the short one first. */
function typed({ short, long }: FlagNames): string[] {
  return short === undefined ? [`--${long}`] : [`-${short}`, `--${long}`];
}

function takesPath({ value }: FlagNames): boolean {
  return value === "file" || value === "dir";
}

function pathAction(names: FlagNames): string {
  if (names.value === "dir") return "_files -/";
  return takesPath(names) ? "_files" : "";
}

function isRepeatable({ type }: Flag): boolean {
  return type !== undefined && isList(type);
}

function oneLine(description: string): string {
  return description.replace(/\s+/g, " ");
}

function zshQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** In fish, a backslash in single quotes escapes a quote or itself. */
function fishQuoted(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
