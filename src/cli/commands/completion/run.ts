import type { Program } from "../../options/command-declaration.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { bashCompletion } from "./bash-completion.ts";
import { type Completed, completedBy } from "./completed-command.ts";
import { fishCompletion } from "./fish-completion.ts";
import type { COMPLETION_SHELLS } from "./flags.ts";
import { zshCompletion } from "./zsh-completion.ts";

type CompletionShell = (typeof COMPLETION_SHELLS)[number];

const SCRIPTS: Readonly<Record<CompletionShell, (commands: readonly Completed[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
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
