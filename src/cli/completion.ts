import { ALL_FLAGS, type Flag, type FlagNames, namesOf } from "./flags.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;

export type CompletionShell = (typeof SHELLS)[number];

/** A script that completes the options of elision in a shell, made from their declarations. */
export function completion(shell: CompletionShell): string {
  switch (shell) {
    case "bash":
      return bash();
    case "zsh":
      return zsh();
    case "fish":
      return fish();
    default:
      return shell satisfies never;
  }
}

const NAMED = ALL_FLAGS.map((flag) => ({ flag, names: namesOf(flag) }));

function bash(): string {
  const words = NAMED.flatMap(({ names }) => typed(names)).join(" ");
  const cases = NAMED.flatMap(({ names }) => {
    if (names.value === undefined) return [];
    const pattern = typed(names).join("|");
    if (names.choices.length > 0)
      return `    ${pattern}) COMPREPLY=($(compgen -W "${names.choices.join(" ")}" -- "$word")); return ;;`;
    return `    ${pattern}) ${takesPath(names) ? "compopt -o default; " : ""}return ;;`;
  });
  return `# elision completion bash > /etc/bash_completion.d/elision
_elision() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  case $before in
${cases.join("\n")}
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "${words}" -- "$word"))
  else
    compopt -o default
  fi
}
complete -F _elision elision
`;
}

function zsh(): string {
  const lines = NAMED.map(({ flag, names }) => {
    const action = names.choices.length > 0 ? `(${names.choices.join(" ")})` : pathAction(names);
    const value = names.value === undefined ? "" : `:${names.value}:${action}`;
    const what = `[${described(flag).replace(/[[\]:]/g, "\\$&")}]${value}`;
    const [first = "", second] = typed(names);
    return second === undefined
      ? `  '${first}${what}'`
      : `  '(${first} ${second})'{${first},${second}}'${what}'`;
  });
  return `#compdef elision
# elision completion zsh > "\${fpath[1]}/_elision"
_arguments -s \\
${lines.join(" \\\n")} \\
  '*:file:_files'
`;
}

function fish(): string {
  const lines = NAMED.map(({ flag, names }) => {
    const short = names.short === undefined ? "" : ` -s ${names.short}`;
    const takes = names.value === undefined ? "" : takesPath(names) ? " -r" : " -x";
    const choices = names.choices.length > 0 ? ` -a '${names.choices.join(" ")}'` : "";
    return `complete -c elision${short} -l ${names.long}${takes}${choices} -d '${described(flag)}'`;
  });
  return `# elision completion fish > ~/.config/fish/completions/elision.fish
${lines.join("\n")}
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

/** A description on one line that can stand in single quotes. */
function described({ description }: Flag): string {
  return description.replaceAll("'", "").replace(/\s+/g, " ");
}
