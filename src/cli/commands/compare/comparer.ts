import { type ComparedRead, compareRead } from "../../../analyses/compare/compare-read.ts";
import type { Comparing } from "../../../analyses/compare/compare-session.ts";
import type { ComparedPrompts, ComparedTranscript } from "../../../analyses/compare/compared.ts";
import { passesToCheck } from "../../../analyses/compare/evidence/checked-passes.ts";
import { settingsOf } from "../../../analyses/compare/setting.ts";
import type { ReadTranscript } from "../../../engine/input/transcripts/read-transcript.ts";
import type { Policy } from "../../../reduce/pipeline/checked-policy.ts";
import { looksForErrors } from "../../../reduce/pipeline/policy.ts";
import { TOKENIZERS } from "../../../tokenizers/index.ts";
import { priceFrom } from "../../options/price-option.ts";
import { reduceOptionsFrom } from "../../options/reduce-options.ts";
import type { CompareFlags } from "./flags.ts";

/** Compares settings over transcripts, as flags say. */
export interface Comparer {
  readonly comparing: Comparing;
  /** Facts to collect besides the transcripts. */
  readonly looksFor: typeof LOOKS_FOR & { readonly findsErrors: boolean };
  compare(read: ReadTranscript, file: string): ComparedRead;
}

/** A compared transcript as it is sent between threads; with its prompts if they may be those that a chart shows. */
export interface SentComparison {
  readonly compared: ComparedTranscript;
  readonly prompts: ComparedPrompts | undefined;
}

const LOOKS_FOR = { findsUsage: true, findsModels: true } as const;

/** Wrong options are reported here, before anything is read. `watch` is given each policy. */
export async function createComparer(
  flags: CompareFlags,
  watch: (policy: Policy) => Policy = (policy) => policy,
): Promise<Comparer> {
  const comparing = await comparingFrom(flags, watch);
  const findsErrors = comparing.settings.some(({ policy }) => looksForErrors(policy));
  const lists = {
    misses: flags.misses ?? (flags.html !== undefined && comparing.recalls),
    turns: flags.fit ?? false,
    passes: flags.passes === true ? passesToCheck() : undefined,
  };
  return {
    comparing,
    looksFor: { ...LOOKS_FOR, findsErrors },
    compare: (read, file) => compareRead(read, comparing, { file, lists }),
  };
}

/** Whether a report draws the prompts of the largest transcript. */
export function drawsPrompts({ html, chart }: CompareFlags): boolean {
  return html !== undefined || chart === true;
}

async function comparingFrom(
  flags: CompareFlags,
  watch: (policy: Policy) => Policy,
): Promise<Comparing> {
  const counter = flags.tokenizer && (await TOKENIZERS[flags.tokenizer]());
  const { windows, every, preset: presets = [], settings, ...policy } = flags;
  const others = settings.filter((name) => name !== "none");
  const grid = { windows, every, presets, settings: others };
  const options = reduceOptionsFrom(policy);
  const compared = settingsOf(grid, counter === undefined ? options : { ...options, counter });
  return {
    settings: compared.map((each) => ({ ...each, policy: watch(each.policy) })),
    ...priceFrom(flags),
    counter,
    overheadTokens: flags.overheadTokens,
    recalls: flags.recall ?? true,
  };
}
