import { reduceRead } from "../../engine/edits/reduce-read.ts";
import type { TranscriptReading } from "../../engine/input/read-transcripts.ts";
import type { Format } from "../../formats/format.ts";
import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import {
  createPolicy,
  looksForErrors,
  type PolicyOptions,
  PROGRAM_DEFAULTS,
} from "../../reduce/pipeline/policy.ts";
import { PRESETS } from "../../reduce/pipeline/presets.ts";
import { chars4, type TokenCounter } from "../../transcript/model/size.ts";
import type { MeasuredSession } from "./result.ts";
import { spendingOf } from "./spending.ts";
import { createUsageCollector, type UsageCollector } from "./usage-records.ts";

/** The estimator of the tokens of a measured session. */
export const SESSION_TOKENS: TokenCounter = chars4;

/** Measures a session while it is read. */
export interface SessionMeter {
  /** The listeners for reading it. */
  readonly reading: Pick<
    TranscriptReading,
    "onTranscript" | "onRecord" | "findsErrors" | "findsModels"
  >;
  /** Valid once the session was read to its end. */
  result(): MeasuredSession;
}

/** The window and the passes that a session is measured by. */
const WINDOW: Policy = createPolicy({ window: 10 }, PROGRAM_DEFAULTS);
const LOSSLESS: Policy = createPolicy(PRESETS.lossless.options as PolicyOptions, PROGRAM_DEFAULTS);

/** A meter for one session; it finds the format as the session is read. */
export function createSessionMeter(): SessionMeter {
  let format = "";
  let usage: UsageCollector | undefined;
  let sums = { transcripts: 0, messages: 0 };
  const chars = { all: 0, window: 0, lossless: 0 };
  const begin = ({ name, saved }: Format) => {
    format = name;
    if (saved !== undefined) usage ??= createUsageCollector(saved);
  };
  return {
    reading: {
      findsErrors: looksForErrors(WINDOW),
      findsModels: WINDOW.rules["bound-reasoning"]?.binding === "auto",
      onRecord(tree, about) {
        begin(about.format);
        usage?.record(tree, 0);
      },
      onTranscript(read) {
        begin(read.reader);
        const { transcripts, messages } = sums;
        sums = {
          transcripts: transcripts + 1,
          messages: messages + read.transcript.messages.length,
        };
        const { before, after } = reduceRead(
          { policy: WINDOW, answers: undefined },
          read,
        ).reduction;
        const lossless = reduceRead({ policy: LOSSLESS, answers: undefined }, read).reduction;
        chars.all += before.chars;
        chars.window += before.chars - after.chars;
        chars.lossless += lossless.before.chars - lossless.after.chars;
      },
    },
    result() {
      const model = usage?.model;
      const spent = usage && spendingOf(usage.records, model);
      return {
        format,
        ...sums,
        tokens: inTokens(chars.all),
        windowTokens: inTokens(chars.window),
        losslessTokens: inTokens(chars.lossless),
        ...(model !== undefined && { model }),
        ...(spent !== undefined && { spent }),
      };
    },
  };
}

function inTokens(chars: number): number {
  return Math.ceil(SESSION_TOKENS.countChars?.(chars) ?? 0);
}
