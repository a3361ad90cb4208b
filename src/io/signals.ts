/** The signals that end the program, and their numbers: shells show an exit code of 128 more. */
const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

type Signal = keyof typeof SIGNALS;

const cleanUps = new Map<() => void, { readonly listens: boolean }>();
let isListening = false;
let lastTurn = milliseconds();
let later: { readonly at: number; readonly act: () => void } | undefined;

/**
 * Has `cleanUp` called if a signal ends the program before the function that this returns is called.
 *
 * Only while there is something to clean up does the program listen for signals. At all other times the
 * system ends it at once, wherever it is: waiting to open a pipe, to read or to write, or at work. Whoever
 * has something to clean up must call `takeTurn` several times a second, and wait nowhere but on promises.
 * With `listens: false` the clean-up is done if the program listens for another reason.
 */
export function onSignal(cleanUp: () => void, { listens = true } = {}): () => void {
  cleanUps.set(cleanUp, { listens });
  if (listens) startListening();
  return () => void cleanUps.delete(cleanUp);
}

/** Milliseconds that synchronous work may go on before the event loop gets its turn. */
const TURN_MS = 20;

/** Lets the event loop have its turn, if it is due: only there are signals heard, and other threads. */
export function takeTurn(): Promise<void> | undefined {
  if (isListening && !mustListen()) return hearSignals();
  return milliseconds() - lastTurn < TURN_MS ? undefined : turn();
}

/** Acts on any signal that came before this was called. Stops listening where nothing needs it. */
export async function hearSignals(): Promise<void> {
  if (!isListening) return;
  // The first turn may be the rest of one that began before the signal came.
  await turn();
  await turn();
  if (!mustListen()) stopListening();
}

async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  lastTurn = milliseconds();
  if (later === undefined || lastTurn < later.at) return;
  const { act } = later;
  later = undefined;
  act();
}

/** Has `act` called at the first turn after `ms` milliseconds. Of a timer a short run has no use, and Node makes it slowly. */
export function atLaterTurn(ms: number, act: () => void): void {
  later = { at: milliseconds() + ms, act };
}

/** Since some moment. `performance` takes Node milliseconds to load. */
function milliseconds(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

function mustListen(): boolean {
  for (const { listens } of cleanUps.values()) if (listens) return true;
  return false;
}

function startListening(): void {
  if (isListening) return;
  isListening = true;
  for (const signal of Object.keys(SIGNALS)) process.on(signal, end);
}

function stopListening(): void {
  isListening = false;
  for (const signal of Object.keys(SIGNALS)) process.off(signal, end);
}

/**
 * Cleans up, and dies of the signal: a shell that runs the program in a loop stops with it, which it does
 * not for an exit code. It needs no thread of ours to end, such as one that waits for a pipe.
 */
function end(signal: Signal): void {
  for (const cleanUp of cleanUps.keys()) cleanUp();
  stopListening();
  if (process.platform === "win32") process.exit(128 + SIGNALS[signal]);
  process.kill(process.pid, signal);
}
