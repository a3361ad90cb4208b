import { type Completed, oneLine, takesPath, withoutMain } from "./completed-command.ts";
import { SESSION_WORDS } from "./completed-sessions.ts";

/** The script that completes commands and options in fish. */
export function fishCompletion(commands: readonly Completed[]): string {
  const others = withoutMain(commands);
  const otherNames = others.map(({ name }) => name).join(" ");
  const lines = commands.flatMap((command) => linesFor(command, otherNames));
  const described = others.map(
    ({ name, summary }) =>
      `complete -c elision -n __fish_use_subcommand -a ${name} -d ${fishQuoted(summary)}`,
  );
  return `# elision completion fish > ~/.config/fish/completions/elision.fish
${[...described, ...lines].join("\n")}
`;
}

/** The completions of a command's options and words. */
function linesFor(
  { name, isMain, takesFiles, words, flags }: Completed,
  otherNames: string,
): readonly string[] {
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
  const first = words.join(" ");
  const isFirst = `${when}; and not __fish_seen_subcommand_from ${first}`;
  if (takesFiles && first !== "")
    options.push(`complete -c elision -n '${isFirst}' -f -a '${first}'`);
  const rest = takesFiles
    ? `complete -c elision -n '${when}; and string match -q -- "@*" (commandline -ct)' -a '${SESSION_WORDS.join(" ")}' -d session`
    : `${begin} -f${first === "" ? "" : ` -a '${first}'`}`;
  return [...options, rest];
}

/** In fish, a backslash in single quotes escapes a quote or itself. */
function fishQuoted(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
