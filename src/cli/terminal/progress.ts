import type { Shell } from "./shell.ts";

/** How long a run may take without a word, and how often it speaks then, in milliseconds. */
const PATIENCE = 500;
const PERIOD = 100;

/** A line on a terminal that says how far a run is. */
export interface Progress {
  /** `bytes` more were read. */
  read(bytes: number): void;
  /** A model has answered `done` of `of` questions. */
  replies(done: number, of: number): void;
  /** Takes the line away, so that something else can be written. */
  clear(): void;
}

/**
 * Progress towards `totalBytes`, if that is known; only on a terminal, not where `CI` is set, and only
 * past half a second.
 */
export function createProgress(
  { stderr, now, env }: Pick<Shell, "stderr" | "now" | "env">,
  { totalBytes, quiet }: { readonly totalBytes: number | undefined; readonly quiet: boolean },
): Progress {
  if (quiet || !stderr.isTerminal || isOn(env.CI))
    return { read: () => {}, replies: () => {}, clear: () => {} };
  let next = now() + PATIENCE;
  let done = 0;
  let isShown = false;
  const show = (text: () => string) => {
    if (now() < next) return;
    next = now() + PERIOD;
    isShown = true;
    stderr.paint(`\r\u001b[Kelision: ${text()}`);
  };
  return {
    read(bytes) {
      done += bytes;
      const of = totalBytes === undefined ? "" : ` of ${megabytes(totalBytes)}`;
      show(() => `${megabytes(done)}${of} MB`);
    },
    replies: (replied, asked) => show(() => `replies of the model: ${replied} of ${asked}`),
    clear() {
      if (isShown) stderr.paint("\r\u001b[K");
      isShown = false;
    },
  };
}

/** Whether a variable such as CI is set, and not to a no. */
function isOn(value: string | undefined): boolean {
  return value !== undefined && !["", "0", "false"].includes(value.toLowerCase());
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
