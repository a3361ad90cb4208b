import { closeSync, openSync } from "node:fs";
import type { Archive } from "../../archive/archive.ts";
import { openArchive } from "../../archive/open-archive.ts";
import { ElisionError } from "../../base/errors.ts";
import { withBytes } from "../../io/with-bytes.ts";
import { type Ask, keyOf } from "../../reduce/asking/ask.ts";
import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import { TOKENIZERS } from "../../tokenizers/index.ts";
import { compactSource } from "../compact-source.ts";
import { createJob, policyFrom } from "../edits/create-job.ts";
import { loadFormats } from "../input/recognise/load-formats.ts";
import type { TaskEvent, TaskResult, WorkerTask } from "./worker-messages.ts";

/** Runs a task. Its output is passed to `send`, which is awaited. */
export async function runTask(
  task: WorkerTask,
  send: (pieces: readonly Uint8Array[]) => Promise<void>,
): Promise<TaskResult> {
  const events: TaskEvent[] = [];
  const counter = task.tokenizer && (await TOKENIZERS[task.tokenizer]());
  const archive = task.archive && archiveOf(task.archive);
  const { answers: known } = task;
  const answers = known && ((ask: Ask) => known.get(keyOf(ask)));
  const options = { ...task.options, ...(counter && { counter }), ...(archive && { archive }) };
  const job = createJob(
    {
      ...options,
      formats: await loadFormats(task.formats),
      ...(answers && { answers }),
    },
    {
      file: task.file,
      policy: policyOf(task, options),
      onTranscript: (telemetry) => events.push({ kind: "transcript", telemetry }),
      onBadLine: (problem) => events.push({ kind: "bad line", problem }),
    },
  );
  const file = openSync(task.file, "r");
  try {
    const compacted = await withBytes(
      file,
      ({ source, store }) =>
        compactSource(job, {
          source,
          store,
          partStart: task.part?.start,
          write: async (pieces) => {
            archive?.flush();
            await send(pieces);
          },
        }),
      task.part,
    );
    archive?.flush();
    return { ...compacted, events };
  } finally {
    closeSync(file);
  }
}

/** The policy of a task, reused from the previous task if the options are the same. */
function policyOf(
  { options, tokenizer, archive }: WorkerTask,
  given: Parameters<typeof policyFrom>[0],
): Policy {
  const key = JSON.stringify([options, tokenizer, archive?.dir]);
  if (latest?.key !== key) latest = { key, policy: policyFrom(given) };
  return latest.policy;
}

let latest: { readonly key: string; readonly policy: Policy } | undefined;

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
