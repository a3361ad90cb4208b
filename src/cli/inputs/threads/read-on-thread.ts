import { statSync } from "node:fs";
import type { MessagePort } from "node:worker_threads";
import type { ReadInput, TranscriptReading } from "../../../engine/input/read-transcripts.ts";
import type { ReadTranscript } from "../../../engine/input/transcripts/read-transcript.ts";
import { toTaskError } from "../../../engine/workers/task-error.ts";
import type { Input } from "../input.ts";
import { readInput } from "../read-input.ts";
import type { FileToRead, ReadingEvent, ReadingMessage, ReadMessage } from "./reading-messages.ts";

/** How to read files, and what to make of their transcripts: something that can be sent to another thread. */
export interface TranscriptMaker<Made> {
  readonly reading: Pick<TranscriptReading, "formats" | "strict"> &
    Partial<Pick<TranscriptReading, "findsErrors" | "findsUsage" | "findsModels">>;
  /** Called for each file; what it returns is called for each of its transcripts. */
  open(file: string): (read: ReadTranscript) => Made;
}

/** The most events in a message: waiting for an answer then takes little of the time. */
const EVENTS_AT_ONCE = 32;

/** Reads one file after another on this thread, as it is told through a port. */
export function readOnThread<Made>(
  port: MessagePort,
  createMaker: () => Promise<TranscriptMaker<Made>>,
): void {
  let maker: ReturnType<typeof createMaker> | undefined;
  const say = (message: ReadMessage<Made>) => port.postMessage(message);
  let onTaken = () => {};
  const send = (events: readonly ReadingEvent<Made>[], bytes: number) => {
    say({ kind: "events", events, bytes });
    return new Promise<void>((resolve) => {
      onTaken = resolve;
    });
  };
  const run = async (file: FileToRead) => {
    maker ??= createMaker();
    return readFile(file, await maker, send);
  };
  port.on("message", (message: ReadingMessage) => {
    switch (message.kind) {
      case "task":
        run(message.task).then(
          (read) => say({ kind: "done", read }),
          (error) => say({ kind: "failed", error: toTaskError(error) }),
        );
        return;
      case "taken":
        onTaken();
        return;
      case "end":
        say({ kind: "ended" });
        port.close();
    }
  });
}

/** Reads a file; what was come across before an error is sent too. */
async function readFile<Made>(
  file: FileToRead,
  { reading, open }: TranscriptMaker<Made>,
  send: (events: readonly ReadingEvent<Made>[], bytes: number) => Promise<void>,
): Promise<ReadInput> {
  const make = open(file.name);
  let events: ReadingEvent<Made>[] = [];
  let bytes = 0;
  const sendAll = async () => {
    const [due, count] = [events, bytes];
    events = [];
    bytes = 0;
    if (due.length + count > 0) await send(due, count);
  };
  try {
    return await readInput(NO_STDIN, inputOf(file), {
      reading: {
        file: file.name,
        ...reading,
        *onTranscript(read) {
          events.push({ kind: "transcript", made: make(read) });
          if (events.length >= EVENTS_AT_ONCE) yield;
        },
        onBadLine: (problem) => void events.push({ kind: "bad line", problem }),
      },
      onCompressed: () => void events.push({ kind: "compressed" }),
      async onRead(count) {
        bytes += count;
        if (events.length >= EVENTS_AT_ONCE) await sendAll();
      },
      drain: sendAll,
    });
  } finally {
    await sendAll();
  }
}

const NO_STDIN = { stdin: { read: async () => 0, isTerminal: false } };

function inputOf({ name, isFound, column }: FileToRead): Input {
  const stats = statSync(name, { bigint: true });
  return { kind: "file", name, stats, relative: name, isFound, column };
}
