/** The entry of a worker thread: compacts one task after another. */
import { closeSync, openSync } from "node:fs";
import { type MessagePort, parentPort } from "node:worker_threads";
import { type Archive, openArchive } from "../archive/archive.ts";
import { Compactor } from "../compact/compactor.ts";
import { createJob } from "../compact.ts";
import { ElisionError } from "../errors.ts";
import { openSource } from "../io/compression.ts";
import { descriptorSource, rangeSource } from "../io/file-descriptor.ts";
import { Output } from "../io/output.ts";
import { createSpool } from "../io/spool.ts";
import { drive } from "../read/drive.ts";
import { type Ask, keyOf } from "../reduce/asking/ask.ts";
import { TOKENIZERS } from "../tokenizers/index.ts";
import { Blocks } from "./blocks.ts";
import type {
  PoolMessage,
  Task,
  TaskError,
  TaskEvent,
  TaskResult,
  WorkerMessage,
} from "./messages.ts";

if (parentPort !== null) serve(parentPort);

function serve(port: MessagePort): void {
  const blocks = new Blocks();
  let goOn = () => {};
  const say = (message: WorkerMessage) => port.postMessage(message);
  const start = (task: Task) => {
    const send = (pieces: readonly Uint8Array[]) => {
      say({ kind: "output", ...blocks.fill(pieces) });
      // A part is sent whole; a file could be of any size.
      if (task.part !== undefined) return Promise.resolve();
      return new Promise<void>((resolve) => {
        goOn = resolve;
      });
    };
    run(task, send).then(
      (result) => say({ kind: "done", result }),
      (error) => say({ kind: "failed", error: errorOf(error) }),
    );
  };
  port.on("message", (message: PoolMessage) => {
    switch (message.kind) {
      case "task":
        start(message.task);
        return;
      case "written":
        blocks.giveBack(message.block);
        goOn();
        return;
      case "end":
        leave();
        port.close();
    }
  });
}

async function run(
  task: Task,
  send: (pieces: readonly Uint8Array[]) => Promise<void>,
): Promise<TaskResult> {
  const events: TaskEvent[] = [];
  const counter = task.tokenizer && (await TOKENIZERS[task.tokenizer]());
  const archive = task.archive && archiveOf(task.archive);
  const { answers: known } = task;
  const answers = known && ((ask: Ask) => known.get(keyOf(ask)));
  const job = createJob(
    {
      ...task.options,
      ...(counter && { counter }),
      ...(archive && { archive }),
      ...(answers && { answers }),
    },
    {
      file: task.file,
      onTranscript: (telemetry) => events.push({ kind: "transcript", telemetry }),
      onBadLine: (problem) => events.push({ kind: "bad line", problem }),
    },
  );
  const file = openSync(task.file, "r");
  const output = new Output();
  const { part } = task;
  try {
    const source = part ? rangeSource(file, part) : await openSource(descriptorSource(file));
    const isPlain = part === undefined && "compression" in source && !source.compression;
    const store = createSpool(isPlain ? { source: file } : {});
    const compactor = new Compactor(job, { store, output, partStart: part?.start });
    try {
      await drive(compactor.input, {
        source,
        drain: async () => {
          if (output.held === 0) return;
          archive?.flush();
          await send(output.drain());
        },
      });
    } finally {
      compactor.input.close();
      store.close();
    }
    archive?.flush();
    return { telemetry: compactor.telemetry, events, lines: compactor.input.lines };
  } finally {
    closeSync(file);
  }
}

/** Lets go of the archive. What was kept is on disk: an index that fails is made again. */
function leave(): void {
  try {
    opened?.archive.close();
  } catch (error) {
    if (!(error instanceof ElisionError)) throw error;
  }
}

let opened: { readonly dir: string; readonly archive: Archive } | undefined;

/** The archive in a folder, which stays open from one task to the next. */
function archiveOf({ dir, time }: NonNullable<Task["archive"]>): Archive {
  if (opened?.dir !== dir) opened = { dir, archive: openArchive(dir, { mode: "write", time }) };
  return opened.archive;
}

function errorOf(error: unknown): TaskError {
  const { message } = error as Error;
  if (error instanceof ElisionError) {
    const { code, hint, file, line, column } = error;
    return { code, message, hint, file, line, column, isSystem: false };
  }
  const { code = "internal" } = error as NodeJS.ErrnoException;
  const about = { hint: undefined, file: undefined, line: undefined, column: undefined };
  return { code, message, ...about, isSystem: true };
}
