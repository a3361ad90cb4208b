import { type Pager, pagerCommand, pagerEnvironment } from "../../terminal/pager.ts";
import type { Shell } from "../../terminal/shell.ts";
import { type TextOutput, textOutput } from "../../terminal/text-output.ts";

/** Text for stdout, through the user's pager where stdout is a terminal. */
export interface PagedOutput extends TextOutput {
  /** Waits until the user leaves the pager. */
  end(): Promise<void>;
}

/** Opens the pager when there is something to write. */
export function pagedOutput(shell: Shell, { isPaged }: { readonly isPaged: boolean }): PagedOutput {
  const command = isPaged ? pagerCommand(shell) : undefined;
  const { startPager } = shell;
  if (command === undefined || startPager === undefined)
    return { ...textOutput(shell), async end() {} };
  let pager: Pager | undefined;
  let pieces: string[] = [];
  return {
    put: (text) => void pieces.push(text),
    async flush() {
      if (pieces.length === 0) return;
      const text = pieces.join("");
      pieces = [];
      pager ??= await startPager(command, pagerEnvironment(shell.env));
      await pager.write(text);
    },
    async end() {
      await pager?.end();
    },
  };
}
