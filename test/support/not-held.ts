import { chosenFormats } from "../../src/api/format-option.ts";
import { Compactor } from "../../src/engine/compactor.ts";
import { type CompactOptions, createJob } from "../../src/engine/edits/create-job.ts";
import { feedBytes } from "../../src/engine/input/feed-bytes.ts";
import { Output } from "../../src/io/output.ts";
import { memoryStore, readStore, type Store } from "../../src/io/store/store.ts";

/** What comes out, or what goes wrong, if no document or row of more than so many bytes is held. */
export function outcome(
  bytes: Buffer,
  options: CompactOptions & { readonly objects?: boolean },
  heldBytes: number,
) {
  const told: unknown[] = [];
  const job = createJob(
    { ...options, formats: chosenFormats(options) },
    {
      onTranscript: (telemetry) => told.push(telemetry),
      onBadLine: (problem) => told.push(problem),
    },
  );
  const output = new Output();
  const compactor = new Compactor(job, { store: strictStore(), output, heldBytes });
  const pieces: Buffer[] = [];
  const drain = () => pieces.push(...output.drain().map((piece) => Buffer.from(piece)));
  try {
    for (const _ of feedBytes(compactor, bytes)) drain();
    for (const _ of compactor.finish()) drain();
    drain();
    return { text: Buffer.concat(pieces).toString("latin1"), told, file: compactor.telemetry };
  } catch (error) {
    return { told, error: { ...(error as object), message: (error as Error).message } };
  } finally {
    compactor.close();
  }
}

/** A store whose small pieces are only valid until the next one, as those of a file are. */
function strictStore(): Store {
  const held = memoryStore();
  const shared = Buffer.alloc(64 * 1024);
  return {
    append: (chunk) => held.append(chunk),
    get size() {
      return held.size;
    },
    *pieces(start, end) {
      if (end - start >= shared.length) yield readStore(held, start, end);
      else yield readStore(held, start, end, shared.fill("?").subarray(0, end - start));
    },
  };
}
