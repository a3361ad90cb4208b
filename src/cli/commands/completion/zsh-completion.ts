import { isList } from "../../options/argument-types.ts";
import type { Flag, FlagNames } from "../../options/flag.ts";
import {
  type Completed,
  mainOf,
  oneLine,
  takesPath,
  typed,
  withoutMain,
} from "./completed-command.ts";
import { SESSION_WORDS } from "./completed-sessions.ts";

/** The script that completes commands and options in zsh. */
export function zshCompletion(commands: readonly Completed[]): string {
  const others = withoutMain(commands);
  const described = others.map(
    ({ name, summary }) => `    ${zshQuoted(`${name}:${summary.replaceAll(":", "\\:")}`)}`,
  );
  return `#compdef elision
# elision completion zsh > "\${fpath[1]}/_elision"
_elision_files() {
  if [[ $PREFIX == @* ]]; then
    compadd -- ${SESSION_WORDS.join(" ")}
  else
    _files
  fi
}
${commands.map(functionFor).join("\n")}
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

/** The function that completes a command's options and words. */
function functionFor({ name, isMain, takesFiles, words, flags }: Completed): string {
  const specs = flags.map(optionSpec);
  if (isMain) specs.push("'1: :_elision_first'");
  if (words.length > 0) specs.push(`'1:${name}:(${words.join(" ")})'`);
  if (takesFiles) specs.push("'*:file:_elision_files'");
  return `_elision_${name}() {
  _arguments -s \\
${specs.map((spec) => `    ${spec}`).join(" \\\n")}
}`;
}

/** An option as `_arguments` takes it. */
function optionSpec({ flag, names }: Completed["flags"][number]): string {
  const action = names.choices.length > 0 ? `(${names.choices.join(" ")})` : pathAction(names);
  const value = names.value === undefined ? "" : `:${names.value}:${action}`;
  const description = oneLine(flag.description).replace(/[[\]:]/g, "\\$&");
  const message = zshQuoted(`[${description}]${value}`);
  const [first = "", second] = typed(names);
  if (second === undefined) return `${isRepeatable(flag) ? "'*'" : ""}${first}${message}`;
  const excluded = isRepeatable(flag) ? "*" : `(${first} ${second})`;
  return `'${excluded}'{${first},${second}}${message}`;
}

function pathAction(names: FlagNames): string {
  if (names.value === "dir") return "_files -/";
  return takesPath(names) ? "_files" : "";
}

function isRepeatable({ type }: Flag): boolean {
  return type !== undefined && isList(type);
}

function zshQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
