import type { Shell } from "./shell.ts";

/** How long a run may take without a word, and how often it speaks then, in milliseconds. */
const PATIENCE = 500;
const PERIOD = 100;

/** A line on a terminal that says how far a run is. */
export interface Progress {
  /** `bytes` more were read. */
  read(bytes: number): void;
  /** A model has answered so many of so many questions. */
  replies(done: number, of: number): void;
  /** Takes the line away, so that something else can be written. */
  clear(): void;
}

/** Progress towards `totalBytes`, if that is known; only on a terminal, only past half a second. */
export function createProgress(
  { stderr, now }: Pick<Shell, "stderr" | "now">,
  { totalBytes, quiet }: { readonly totalBytes: number | undefined; readonly quiet: boolean },
): Progress {
  if (quiet || !stderr.isTerminal) return { read: () => {}, replies: () => {}, clear: () => {} };
  let next = now() + PATIENCE;
  let done = 0;
  let isShown = false;
  const show = (text: () => string) => {
    if (now() < next) return;
    next = now() + PERIOD;
    isShown = true;
    stderr.write(`\r\u001b[Kelision: ${text()}`);
  };
  return {
    read(bytes) {
      done += bytes;
      const of = totalBytes === undefined ? "" : ` of ${megabytes(totalBytes)}`;
      show(() => `${megabytes(done)}${of} MB`);
    },
    replies: (replied, asked) => show(() => `replies of the model: ${replied} of ${asked}`),
    clear() {
      if (isShown) stderr.write("\r\u001b[K");
      isShown = false;
    },
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
