import { visible } from "../../base/visible.ts";
import type { Shell, ShellText } from "./shell.ts";

/** A shell whose stderr writes text unescaped. */
export type RawShell = Omit<Shell, "stderr"> & { readonly stderr: Omit<ShellText, "paint"> };

/**
 * The shell with a stderr that escapes control characters as `\xNN`, so that no text of a transcript, file name or
 * argument acts on the terminal. Only painted text is written unescaped.
 */
export function withVisibleStderr(shell: RawShell): Shell {
  const { stderr } = shell;
  return {
    ...shell,
    stdout: shell.stdout,
    stderr: {
      identity: stderr.identity,
      isTerminal: stderr.isTerminal,
      get columns() {
        return stderr.columns;
      },
      write: (text) => stderr.write(text.split("\n").map(visible).join("\n")),
      paint: (text) => stderr.write(text),
    },
  };
}
