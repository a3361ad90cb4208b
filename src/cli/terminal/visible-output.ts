import { visible } from "../../base/visible.ts";
import type { Shell, ShellText } from "./shell.ts";

/** A shell as the process or a test hands it in: its stderr writes what it is given. */
export type RawShell = Omit<Shell, "stderr"> & { readonly stderr: Omit<ShellText, "paint"> };

/**
 * The same shell with a stderr on which no text of a transcript, of a file name or of an argument can
 * act on the terminal: every line but what is painted is written with control characters as `\xNN`.
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
