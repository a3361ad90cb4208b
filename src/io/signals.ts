/** The signals that end the program, and their numbers: shells show an exit code of 128 more. */
const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;

type Signal = keyof typeof SIGNALS;

const cleanUps = new Map<() => void, { readonly listens: boolean }>();
let isListening = false;
/** When it began, or when the first was asked for: a short run ends before one is due. */
let lastTurn: number | undefined;
let later: { readonly at: number; readonly act: () => void } | undefined;

/**
 * Calls `cleanUp` if a signal ends the program before the returned function is called. The last one is called first.
 *
 * The program only listens for signals while there is something to clean up. At other times the system ends it at
 * once, even during blocking calls or long work. Code with something to clean up must call `takeTurn` several
 * times a second, and only wait on promises. With `listens: false` the clean-up only runs if the program listens
 * for another reason.
 */
export function onSignal(cleanUp: () => void, { listens = true } = {}): () => void {
  cleanUps.set(cleanUp, { listens });
  if (listens) startListening();
  return () => void cleanUps.delete(cleanUp);
}

/** Milliseconds of synchronous work before the event loop gets a turn. */
const TURN_MS = 20;

/** Yields to the event loop, if it is time: signals and messages of other threads only arrive there. */
export function takeTurn(): Promise<void> | undefined {
  if (isListening && !mustListen()) return hearSignals();
  const now = milliseconds();
  lastTurn ??= now;
  return now - lastTurn < TURN_MS ? undefined : turn();
}

/** Handles any signal that came before this call. Stops listening if nothing needs it. */
export async function hearSignals(): Promise<void> {
  if (!isListening) return;
  // The first turn may have begun before the signal came.
  await turn();
  await turn();
  if (!mustListen()) stopListening();
}

/** Yields to the event loop. */
export async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  lastTurn = milliseconds();
  if (later === undefined || lastTurn < later.at) return;
  const { act } = later;
  later = undefined;
  act();
}

/**
 * Calls `act` at the first turn after `ms` milliseconds. Not a timer, which takes Node time to create and a short
 * run does not need.
 */
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
 * Cleans up, and dies of the signal, so that a shell loop around the program stops too, which an exit code would
 * not do. Does not wait for other threads, such as one blocked on a pipe.
 */
function end(signal: Signal): void {
  for (const cleanUp of [...cleanUps.keys()].reverse()) cleanUp();
  stopListening();
  if (process.platform === "win32") process.exit(128 + SIGNALS[signal]);
  process.kill(process.pid, signal);
}
