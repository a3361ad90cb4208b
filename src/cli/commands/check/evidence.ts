import { type BigIntStats, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  prefixesOf,
  type ReasoningEvidence,
  type TranscriptPrefixes,
} from "../../../analyses/check/check-reasoning.ts";
import { listArchive } from "../../../archive/list-archive.ts";
import { LOG_NAME } from "../../../archive/log/open-log.ts";
import { REF_DIGITS } from "../../../base/digest.ts";
import type { ReadTranscript } from "../../../engine/input/transcripts/read-transcript.ts";
import type { FormatChoice } from "../../../formats/registry/format-choice.ts";
import { ioError } from "../../../io/io-error.ts";
import { archiveToRead } from "../../archives/user-archive.ts";
import { readInput } from "../../inputs/read-input.ts";
import type { Shell } from "../../terminal/shell.ts";
import type { CheckFlags } from "./flags.ts";

/** The evidence for each transcript of an input, by its number: an original, or the times of an archive. */
export async function evidenceFor(
  shell: Shell,
  { binding = "auto", against, archive, placeholder }: CheckFlags,
  formats: FormatChoice,
): Promise<(transcript: number) => ReasoningEvidence> {
  const { env } = shell;
  const originals = against === undefined ? undefined : await originalsIn(shell, against, formats);
  let times: ReadonlyMap<string, number> | undefined;
  const archivedAt = (ref: string) => {
    times ??= timesIn(archiveToRead(archive, env));
    return times.get(ref);
  };
  return (transcript) => ({
    binding,
    placeholder,
    archivedAt,
    original: originals?.[transcript],
  });
}

/** The prefixes of the transcripts in a file, compressed or not. The file is streamed, not kept in memory. */
async function originalsIn(
  shell: Shell,
  file: string,
  formats: FormatChoice,
): Promise<readonly TranscriptPrefixes[]> {
  const originals: TranscriptPrefixes[] = [];
  const reading = {
    file,
    formats,
    strict: false,
    onBadLine() {},
    onTranscript: ({ transcript }: ReadTranscript) => void originals.push(prefixesOf(transcript)),
  };
  let stats: BigIntStats;
  try {
    stats = statSync(file, { bigint: true });
  } catch (error) {
    throw ioError(error, file);
  }
  const input = { kind: "file", name: file, stats, relative: file, isFound: false } as const;
  await readInput(shell, input, { reading, onRead: async () => {} });
  return originals;
}

/** When texts were archived, in milliseconds since 1970, by reference. */
function timesIn(dir: string): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  if (!existsSync(join(dir, LOG_NAME))) return times;
  for (const { kind, digest, time } of listArchive(dir)) {
    const ref = digest.slice(0, REF_DIGITS);
    if (kind === "text" && time !== undefined && !times.has(ref)) times.set(ref, Date.parse(time));
  }
  return times;
}
