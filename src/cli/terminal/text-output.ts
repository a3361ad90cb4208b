import { outputError } from "../../io/replacement/direct-output.ts";
import type { Shell } from "./shell.ts";

/** Text for stdout, buffered until it is flushed. */
export interface TextOutput {
  put(text: string): void;
  flush(): Promise<void>;
}

/** Gathers text for stdout. `onWrite` is called before something is written. */
export function textOutput(
  { stdout }: Pick<Shell, "stdout">,
  onWrite: () => void = () => {},
): TextOutput {
  let pieces: string[] = [];
  return {
    put: (text) => void pieces.push(text),
    async flush() {
      if (pieces.length === 0) return;
      onWrite();
      const bytes = Buffer.from(pieces.join(""));
      pieces = [];
      await stdout.write([bytes]).catch((error) => {
        throw outputError(error, "stdout");
      });
    },
  };
}
