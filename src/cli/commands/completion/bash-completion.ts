import { type Completed, mainOf, takesPath, typed, withoutMain } from "./completed-command.ts";
import { SESSION_WORDS } from "./completed-sessions.ts";

/** The script that completes commands and options in Bash. */
export function bashCompletion(commands: readonly Completed[]): string {
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
    const few = `COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$word"))`;
    const first =
      words.length > 0 ? `if [[ $COMP_CWORD -eq 2 ]]; then ${few}; return; fi\n    ` : "";
    const rest = takesFiles ? `${first}_elision_files` : few;
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
  COMPREPLY=($(compgen -W "${SESSION_WORDS.join(" ")}" -- "$typed"))
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
