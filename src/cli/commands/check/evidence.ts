import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  prefixesOf,
  type ReasoningEvidence,
  type TranscriptPrefixes,
} from "../../../analyses/check/check-reasoning.ts";
import { listArchive } from "../../../archive/list-archive.ts";
import { LOG_NAME } from "../../../archive/log/open-log.ts";
import { REF_DIGITS } from "../../../base/digest.ts";
import { readTranscriptsIn } from "../../../engine/input/read-transcripts.ts";
import type { FormatChoice } from "../../../formats/format-choice.ts";
import { memoryStore } from "../../../io/store.ts";
import { archiveToRead } from "../../archives/user-archive.ts";
import type { Shell } from "../../terminal/shell.ts";
import type { CheckFlags } from "./flags.ts";

/** The evidence for each transcript of an input, by its number: an original, or the times of an archive. */
export function evidenceFor(
  { binding = "auto", against, archive }: CheckFlags,
  formats: FormatChoice,
  env: Shell["env"],
): (transcript: number) => ReasoningEvidence {
  const originals = against === undefined ? undefined : originalsIn(against, formats);
  let times: ReadonlyMap<string, number> | undefined;
  const archivedAt = (ref: string) => {
    times ??= timesIn(archiveToRead(archive, env));
    return times.get(ref);
  };
  return (transcript) => ({ binding, archivedAt, original: originals?.[transcript] });
}

function originalsIn(file: string, formats: FormatChoice): readonly TranscriptPrefixes[] {
  const originals: TranscriptPrefixes[] = [];
  const reading = {
    file,
    formats,
    strict: false,
    onBadLine() {},
    onTranscript: (read: Parameters<typeof prefixesOf>[0]) => void originals.push(prefixesOf(read)),
  };
  readTranscriptsIn(readFileSync(file), reading, { store: memoryStore() });
  return originals;
}

/** When texts were archived, by their references, in milliseconds since 1970. */
function timesIn(dir: string): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  if (!existsSync(join(dir, LOG_NAME))) return times;
  for (const { kind, digest, time } of listArchive(dir)) {
    const ref = digest.slice(0, REF_DIGITS);
    if (kind === "text" && time !== undefined && !times.has(ref)) times.set(ref, Date.parse(time));
  }
  return times;
}
