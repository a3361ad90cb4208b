import { closeSync, openSync } from "node:fs";
import type { Archive } from "../../archive/archive.ts";
import { flushArchive } from "../../archive/flush-archive.ts";
import { openArchive } from "../../archive/open-archive.ts";
import { ElisionError } from "../../base/errors.ts";
import { directSink } from "../../io/replacement/direct-output.ts";
import { withBytes } from "../../io/with-bytes.ts";
import { type Ask, keyOf } from "../../reduce/asking/ask.ts";
import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import { TOKENIZERS } from "../../tokenizers/index.ts";
import { compactSource } from "../compact-source.ts";
import type { FileTelemetry } from "../edits/compaction-result.ts";
import {
  type ComparedTexts,
  createComparedTexts,
  notingCompared,
} from "../edits/compared-texts.ts";
import { createJob, policyFrom } from "../edits/create-job.ts";
import type { Job } from "../edits/job.ts";
import { loadFormats } from "../input/recognise/load-formats.ts";
import { compactParts, type DonePart } from "./compact-parts.ts";
import { collectEvents } from "./task-events.ts";
import type { WorkerTask } from "./worker-messages.ts";

/** Runs a task. Its output is passed to `send`, which is awaited, unless the task says where to write it. */
export async function runTask(
  task: WorkerTask,
  {
    send,
    onPart,
  }: {
    send(pieces: readonly Buffer[]): Promise<void>;
    onPart(part: DonePart): void;
  },
): Promise<FileTelemetry | undefined> {
  const { divided } = task;
  const own = await jobOf(task);
  const { listeners, take } = collectEvents(own.compared);
  const job = { ...own, ...listeners };
  if (divided !== undefined) {
    const { output } = divided;
    const write = output === undefined ? send : directSink(output).write;
    return compactParts(job, divided, { write, onPart });
  }
  const { archive } = job;
  const file = openSync(task.file, "r");
  try {
    const { telemetry, lines } = await withBytes(file, ({ source, store }) =>
      compactSource(job, {
        source,
        store,
        write: async (pieces) => {
          await flushArchive(archive);
          await send(pieces);
        },
      }),
    );
    await flushArchive(archive);
    onPart({ start: 0, end: telemetry.beforeBytes, events: take(), linesBefore: 0, lines });
    return telemetry;
  } finally {
    closeSync(file);
  }
}

async function jobOf(task: WorkerTask): Promise<Job> {
  const counter = task.tokenizer && (await TOKENIZERS[task.tokenizer]());
  const archive = task.archive && archiveOf(task.archive);
  const { answers: known } = task;
  const answers = known && ((ask: Ask) => known.get(keyOf(ask)));
  const options = { ...task.options, ...(counter && { counter }), ...(archive && { archive }) };
  return createJob(
    {
      ...options,
      formats: await loadFormats(task.formats),
      ...(answers && { answers }),
    },
    { file: task.file, ...policyOf(task, options) },
  );
}

/** The policy of a task, reused from the previous task if the options are the same. */
function policyOf(
  { options, tokenizer, archive, notesCompared }: WorkerTask,
  given: Parameters<typeof policyFrom>[0],
): TaskPolicy {
  const key = JSON.stringify([options, tokenizer, archive?.dir, notesCompared]);
  if (latest?.key !== key) {
    const compared = notesCompared ? createComparedTexts() : undefined;
    const policy = policyFrom(given);
    latest = { key, policy: compared ? notingCompared(policy, compared) : policy, compared };
  }
  return latest;
}

/** A policy, and where it adds what its globs are compared with. */
interface TaskPolicy {
  readonly policy: Policy;
  readonly compared: ComparedTexts | undefined;
}

let latest: (TaskPolicy & { readonly key: string }) | undefined;

/** Closes the archive. Everything archived is on disk already: an index that fails to close is rebuilt. */
export function closeArchive(): void {
  try {
    opened?.archive.close();
  } catch (error) {
    if (!(error instanceof ElisionError)) throw error;
  } finally {
    opened = undefined;
  }
}

let opened: { readonly dir: string; readonly archive: Archive } | undefined;

/** The archive in a folder, kept open between tasks. */
function archiveOf({ dir, time }: NonNullable<WorkerTask["archive"]>): Archive {
  if (opened?.dir !== dir) opened = { dir, archive: openArchive(dir, { mode: "write", time }) };
  return opened.archive;
}
