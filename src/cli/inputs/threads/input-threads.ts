import type { ReadInput, TranscriptReading } from "../../../engine/input/read-transcripts.ts";
import { isDatabase } from "../database-input.ts";
import { bytesOf, type Input } from "../input.ts";
import type { FileToRead, ReadingEvent } from "./reading-messages.ts";
import type { ReadingPool } from "./reading-pool.ts";

/** Threads that read inputs for a command. */
export interface InputThreads {
  /** How many inputs to begin at a time. */
  readonly atOnce: number;
  /** Reads an input; undefined if it has to be read on this thread. */
  read(input: Input, listeners: ThreadListeners): Promise<ReadInput> | undefined;
  close(): Promise<void>;
}

/** Listeners for what a thread comes across; all but `onRead` are called once the turn of the input has come. */
export interface ThreadListeners extends Pick<TranscriptReading, "onBadLine"> {
  /** Settles once the inputs before it have ended. */
  readonly turn: Promise<unknown>;
  onRead(bytes: number): void;
  onTranscript(): void;
  onCompressed(): void;
  /** Writes what is buffered. */
  flush(): Promise<void>;
}

/**
 * Bytes of inputs for each thread: V8 optimizes the same code once more in each, which takes two seconds of processor
 * time, and reading so much takes one.
 */
const BYTES_A_THREAD = 48_000_000;

/** On fewer cores threads gain little: V8 compiles on other threads itself. */
const LEAST_CORES = 3;

/**
 * The number of threads for these inputs, at most one a file; fewer than 2 if threads gain nothing. `jobs`: the number
 * that is asked for.
 */
export function threadsFor(
  inputs: readonly Input[],
  { jobs, cores }: { readonly jobs: number | undefined; readonly cores: () => number },
): number {
  const files = inputs.filter(isPlainFile);
  if (jobs !== undefined) return Math.min(jobs, files.length);
  const bytes = bytesOf(files) ?? 0;
  const worthwhile = Math.min(files.length, Math.floor(bytes / BYTES_A_THREAD));
  if (worthwhile < 2) return 1;
  return cores() < LEAST_CORES ? 1 : Math.min(worthwhile, cores());
}

/** The threads of a pool; `onMade` takes what they make of a transcript. */
export function createInputThreads<Made>(
  pool: ReadingPool<Made>,
  onMade: (made: Made) => void,
): InputThreads {
  return {
    // Threads go on while an input before theirs is not done.
    atOnce: 4 * pool.size,
    read(input, listeners) {
      if (!isPlainFile(input) || isDatabase(input)) return undefined;
      return readOn(pool, toRead(input), { onMade, ...listeners });
    },
    close: () => pool.close(),
  };
}

/** Reads a file on a thread of a pool, and reports once the turn of the file has come. */
async function readOn<Made>(
  pool: ReadingPool<Made>,
  file: FileToRead,
  listeners: ThreadListeners & { onMade(made: Made): void },
): Promise<ReadInput> {
  const { turn, onRead, flush } = listeners;
  let waiting: ReadingEvent<Made>[] = [];
  const report = async () => {
    await turn;
    const due = waiting;
    waiting = [];
    for (const event of due) reportEvent(event, listeners);
    await flush();
  };
  try {
    return await pool.run(file, {
      onRead,
      async take(events) {
        waiting.push(...events);
        if (waiting.length >= MOST_WAITING) await report();
      },
    });
  } finally {
    await report();
  }
}

/** The most events of an input that are kept until its turn has come; its thread waits then. */
const MOST_WAITING = 64;

function reportEvent<Made>(
  event: ReadingEvent<Made>,
  listeners: ThreadListeners & { onMade(made: Made): void },
): void {
  switch (event.kind) {
    case "transcript":
      listeners.onTranscript();
      listeners.onMade(event.made);
      return;
    case "bad line":
      listeners.onBadLine(event.problem);
      return;
    case "compressed":
      listeners.onCompressed();
      return;
    default:
      event satisfies never;
  }
}

type PlainFile = Extract<Input, { kind: "file" }>;

function isPlainFile(input: Input): input is PlainFile {
  return input.kind === "file" && input.session === undefined && input.stats.isFile();
}

function toRead({ name, isFound, column }: PlainFile): FileToRead {
  return { name, isFound, column };
}
