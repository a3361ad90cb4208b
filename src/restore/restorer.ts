import type { Archive } from "../archive/archive.ts";
import { UnitDigest } from "../archive/unit-digest.ts";
import { ElisionError } from "../base/errors.ts";
import { feedBytes } from "../engine/input/feed-bytes.ts";
import type { FormatChoice } from "../formats/registry/format-choice.ts";
import { createSpool, type Spool } from "../io/store/spool.ts";
import { readStore, type Store } from "../io/store/store.ts";
import { placeholderReader } from "../reduce/placeholders/placeholder-ref.ts";
import type { Template } from "../reduce/placeholders/template.ts";
import { RefRestorer } from "./ref-restorer.ts";
import { restoreLines } from "./restore-rows.ts";
import type { RestoreTelemetry } from "./result.ts";
import { undoAll } from "./units.ts";

/** Options of a restore: the archive, the placeholder, and listeners. */
export interface RestoreJob {
  /** The input's name, for messages. */
  readonly file: string;
  readonly archive: Archive;
  readonly formats: FormatChoice;
  /** The template of placeholders that are restored by their refs. */
  readonly placeholder: Template;
}

/** The restored bytes of an input, and its telemetry. */
export interface Restored {
  readonly store: Store;
  readonly telemetry: RestoreTelemetry;
  close(): void;
}

/**
 * Restores an input whose bytes are in a store: as a whole, or as the start of a file that has grown; else row by
 * row, and the rest by the refs in placeholders.
 */
export function restoreStore(job: RestoreJob, store: Store): Restored {
  const digest = new UnitDigest();
  for (const piece of store.pieces(0, store.size)) digest.update(piece);
  const undone = undoAll(job.archive, { store, digest }, createSpool);
  const empty = emptyTelemetry(job.file, store.size);
  if (undone.extent !== undefined)
    return {
      store: undone.store,
      close: undone.close,
      telemetry: {
        ...empty,
        afterBytes: undone.store.size,
        isChanged: true,
        restored: undone.extent === "head" ? "start" : "whole",
        lostUnits: undone.isLost ? 1 : 0,
      },
    };
  return restoreParts(job, store, { ...empty, lostUnits: undone.isLost ? 1 : 0 });
}

/** Restores row by row, then by refs. */
function restoreParts(job: RestoreJob, store: Store, telemetry: RestoreTelemetry): Restored {
  let rows: Spool | undefined;
  const done = new Set<number>();
  let lost = telemetry.lostUnits;
  for (const { line, original, isLost } of restoreLines(job.archive, store)) {
    const { bytes, first, start, end, next } = line;
    if (isLost) lost++;
    if (original === undefined) rows?.append(bytes.subarray(first, next));
    else {
      done.add(line.number);
      rows ??= startOf(store, line.offset);
      rows.append(bytes.subarray(first, start));
      rows.append(original);
      rows.append(bytes.subarray(end, next));
    }
  }
  const result = createSpool();
  const close = () => {
    rows?.close();
    result.close();
  };
  try {
    const byRow = rows ?? store;
    const byRef = restoreRefs(job, byRow, { into: result, done });
    const isChanged = done.size > 0 || byRef.isChanged;
    const restored = byRef.isChanged ? result : byRow;
    return {
      store: restored,
      close,
      telemetry: {
        ...telemetry,
        afterBytes: restored.size,
        isChanged,
        ...(isChanged && { restored: done.size > 0 ? ("rows" as const) : ("refs" as const) }),
        rows: done.size,
        lostUnits: lost,
        ...byRef.counts,
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** The first bytes of a store, in a store that can be appended to. */
function startOf(store: Store, size: number): Spool {
  const spool = createSpool();
  for (const piece of store.pieces(0, size)) spool.append(piece);
  return spool;
}

function restoreRefs(
  { file, formats, archive, placeholder }: RestoreJob,
  from: Store,
  { into, done }: { readonly into: Spool; readonly done: ReadonlySet<number> },
) {
  const counts = { observations: 0, lostObservations: 0, lostSummaries: 0 };
  const restorer = new RefRestorer({
    file,
    formats,
    from,
    into,
    reading: {
      archive,
      refsIn: placeholderReader(placeholder),
      onRestored: () => counts.observations++,
      onLost: (what) => counts[what === "summary" ? "lostSummaries" : "lostObservations"]++,
    },
    isDone: (line) => done.has(line),
  });
  try {
    for (const piece of from.pieces(0, from.size)) for (const _ of feedBytes(restorer, piece));
    for (const _ of restorer.finish());
    return { counts, isChanged: restorer.isChanged };
  } catch (error) {
    // Input that is no transcript any more, such as rows without messages, has no placeholders.
    if (done.size > 0 && error instanceof ElisionError && NO_TRANSCRIPT.has(error.code))
      return { counts, isChanged: false };
    throw error;
  } finally {
    restorer.close();
  }
}

const NO_TRANSCRIPT: ReadonlySet<string> = new Set(["unknown-format", "not-json"]);

function emptyTelemetry(file: string, bytes: number): RestoreTelemetry {
  return {
    file,
    beforeBytes: bytes,
    afterBytes: bytes,
    isChanged: false,
    rows: 0,
    observations: 0,
    lostObservations: 0,
    lostSummaries: 0,
    lostUnits: 0,
  };
}

/** The bytes of a store that is not large. */
export function bytesIn(store: Store): Buffer {
  return readStore(store, 0, store.size);
}
