import { droppingOf } from "../../engine/edits/dropping.ts";
import type { Context, ReadTranscript } from "../../engine/input/transcripts/read-transcript.ts";
import { recordedTime } from "../../engine/input/transcripts/recorded-time.ts";
import { type Comparing, compareSession, type SessionComparison } from "./compare-session.ts";
import type { ComparedMiss, ComparedPrompts, ComparedTranscript } from "./compared.ts";
import type { PassToCheck } from "./evidence/checked-passes.ts";
import { evidenceKept } from "./evidence/evidence-kept.ts";
import { addEvidence, type EvidenceKept } from "./evidence/result.ts";
import type { UsageFit } from "./fit/fit-result.ts";
import type { Miss } from "./recall/window-recall.ts";

/** A compared transcript, and its prompts for charts. */
export interface ComparedRead {
  readonly compared: ComparedTranscript;
  prompts(): ComparedPrompts;
}

/** The details to list besides the figures: misses, the turns of the fit, and the evidence that passes leave. */
interface Lists {
  readonly misses: boolean;
  readonly turns: boolean;
  readonly passes?: readonly PassToCheck[] | undefined;
}

/** Compares the settings over a transcript as it was read from an input. */
export function compareRead(
  read: ReadTranscript,
  comparing: Comparing,
  { file, lists }: { readonly file: string; readonly lists: Lists },
): ComparedRead {
  const { reader, placed, format, line, open, times } = read;
  const contexts = read.contexts();
  const dropping = droppingOf(reader, placed);
  const session = contexts.map((context) => ({
    ...context,
    timeOf: (message: number) => recordedTime({ ...context, open, times }, message),
  }));
  const result = compareSession(session, comparing, {
    dropping,
    sentResultChars: reader.sentResultChars,
  });
  const { fit } = result.comparison;
  const names = ["alone", ...comparing.settings.map(({ name }) => name)];
  return {
    compared: {
      file,
      line,
      format,
      ...result.comparison,
      ...(fit !== undefined && !lists.turns && { fit: withoutTurns(fit) }),
      ...(lists.misses && { misses: missesOf(contexts, comparing, result) }),
      ...(lists.passes !== undefined && { evidence: evidenceOf(contexts, result, lists.passes) }),
    },
    prompts() {
      const prompts = result.prompts();
      return {
        file,
        line,
        steps: (prompts[0] ?? []).map((_, request) => request),
        series: prompts.map((sizes, k) => ({ setting: names[k] ?? "", sizes })),
      };
    },
  };
}

function withoutTurns({ all: _, ...fit }: UsageFit): UsageFit {
  return fit;
}

/** How much of what later turns use passes leave, over all contexts. */
function evidenceOf(
  read: readonly Context[],
  { contexts }: SessionComparison,
  passes: readonly PassToCheck[],
): readonly EvidenceKept[] {
  return contexts.reduce<readonly EvidenceKept[]>(
    (all, { requests }, k) => addEvidence(all, evidenceKept(requests, passes, read[k]?.isNew)),
    [],
  );
}

/** The misses, each with the settings that hide it, in the order of the steps. */
function missesOf(
  read: readonly Context[],
  { settings }: Comparing,
  { contexts }: SessionComparison,
): readonly ComparedMiss[] {
  return contexts.flatMap(({ requests: { transcript }, replays, drawn }, at) => {
    const lineOf = read[at]?.lineOf ?? (() => 0);
    const found = new Map<string, { readonly miss: Miss; readonly settings: string[] }>();
    settings.forEach(({ name }, k) => {
      const replay = replays[k];
      if (replay === undefined) return;
      for (const miss of drawn?.misses(replay) ?? []) {
        const key = `${miss.kind} ${miss.step} ${miss.observation.index} ${miss.token}`;
        const known = found.get(key);
        if (known === undefined) found.set(key, { miss, settings: [name] });
        else known.settings.push(name);
      }
    });
    return [...found.values()]
      .sort((a, b) => inOrder(a.miss, b.miss))
      .map(({ miss: { step, kind, token, observation, age }, settings: names }) => {
        const tool = transcript.toolName(observation);
        return {
          step,
          kind,
          token,
          line: lineOf(observation),
          ...(tool !== undefined && tool !== "" && { tool }),
          age,
          settings: names,
        };
      });
  });
}

function inOrder(a: Miss, b: Miss): number {
  return a.step - b.step || a.observation.index - b.observation.index;
}
