import type { Shell } from "./shell.ts";
import { DEFAULT_COLUMNS } from "./stream-width.ts";
import { timeTaken } from "./time-taken.ts";

/** Milliseconds until the progress line appears, and between its updates. */
const PATIENCE = 500;
const PERIOD = 100;

/** The progress line on a terminal. */
export interface Progress {
  /** `bytes` more were read. */
  read(bytes: number): void;
  /** A model has answered `done` of `of` questions. */
  replies(done: number, of: number): void;
  /** Clears the line, so that something else can be written. */
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
    // A line as wide as the terminal would wrap, and could not be cleared.
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

/** Whether a variable such as CI is set, and not to false. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && !["", "0", "false"].includes(value.toLowerCase());
}

/** The text of the progress line: share, rate and time left, as far as they are known. */
export function progressText({
  doneBytes,
  totalBytes,
  elapsedMs,
}: {
  readonly doneBytes: number;
  readonly totalBytes: number | undefined;
  readonly elapsedMs: number;
}): string {
  const rate = elapsedMs > 0 ? doneBytes / elapsedMs : 0; // kB/s
  const speed = rate > 0 ? `, ${inMegabytes(rate * 1000)} MB/s` : "";
  if (totalBytes === undefined) return `${inMegabytes(doneBytes)} MB${speed}`;
  const share = totalBytes > 0 ? Math.min(1, doneBytes / totalBytes) : 1;
  const left = rate > 0 ? Math.max(0, totalBytes - doneBytes) / rate : 0;
  const time = left > 0 ? `, ${timeTaken(left)} left` : "";
  const sizes = `${inMegabytes(doneBytes)} of ${inMegabytes(totalBytes)} MB`;
  return `${Math.floor(share * 100)}%, ${sizes}${speed}${time}`;
}

function inMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
