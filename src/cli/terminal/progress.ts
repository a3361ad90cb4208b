import { progressText } from "./progress-text.ts";
import type { Shell } from "./shell.ts";

/** How long a run may take without a word, and how often it speaks then, in milliseconds. */
const PATIENCE = 500;
const PERIOD = 100;

/** The width of a terminal that does not say. */
const DEFAULT_COLUMNS = 80;

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
  const start = now();
  let next = start + PATIENCE;
  let done = 0;
  let isShown = false;
  const show = (text: () => string) => {
    if (now() < next) return;
    next = now() + PERIOD;
    isShown = true;
    const line = `elision: ${text()}`;
    // A line that is as wide as the terminal would be wrapped, and not be cleared.
    stderr.paint(`\r\u001b[K${line.slice(0, (stderr.columns ?? DEFAULT_COLUMNS) - 1)}`);
  };
  return {
    read(bytes) {
      done += bytes;
      show(() => progressText({ doneBytes: done, totalBytes, elapsedMs: now() - start }));
    },
    replies: (replied, asked) => show(() => `replies of the model: ${replied} of ${asked}`),
    clear() {
      if (isShown) stderr.paint("\r\u001b[K");
      isShown = false;
    },
  };
}

/** Whether a variable such as CI is set, and not to a no. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && !["", "0", "false"].includes(value.toLowerCase());
}
