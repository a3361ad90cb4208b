import { didYouMean } from "../../base/nearest.ts";
import { quoted } from "../../base/quoted.ts";
import {
  type ComparedTexts,
  createComparedTexts,
  MOST_COMPARED,
  notingCompared,
} from "../../engine/edits/compared-texts.ts";
import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import { globTest } from "../../reduce/rules/globs.ts";
import { idleFlags } from "./idle-flags.ts";
import { GLOB_FLAGS } from "./rule-flags.ts";
import type { Layer } from "./settings.ts";

/** The globs that an option was typed with. */
export interface TypedGlobs {
  readonly flag: string;
  readonly rule: string;
  readonly globs: readonly string[];
  /** Whether they are for names of tools. */
  readonly ofTools: boolean;
}

/** The globs that were typed and do something: those of files and presets are for many sessions. */
export function typedGlobs(settings: Layer): readonly TypedGlobs[] {
  const idle = new Set(idleFlags(settings).map(({ name }) => name));
  return GLOB_FLAGS.flatMap(({ name, flag, rule, ofTools }) => {
    const { value, from } = settings[name] ?? {};
    const isTyped = from?.kind === "flag" && Array.isArray(value) && !idle.has(name);
    return isTyped ? [{ flag, rule, globs: value, ofTools }] : [];
  });
}

/** Finds what was typed in vain, by what a command's policies ask about. */
export interface WatchedGlobs {
  /** Whether any were typed. */
  readonly areTyped: boolean;
  /** The same policy, which adds what it asks about. */
  watch(policy: Policy): Policy;
  /** Notes on the options that do nothing, and on the globs that matched none of it. */
  notes(): Iterable<string>;
}

/** Watches what was typed; without any globs, policies are left as they are. */
export function watchGlobs(settings: Layer): WatchedGlobs {
  const typed = typedGlobs(settings);
  const compared = createComparedTexts();
  return {
    areTyped: typed.length > 0,
    watch: (policy) => (typed.length === 0 ? policy : notingCompared(policy, compared)),
    notes: () => typedInVain(settings, compared),
  };
}

/** Notes on options that do nothing, and on globs that match nothing of what they were compared with. */
export function* typedInVain(settings: Layer, compared: ComparedTexts): Iterable<string> {
  for (const { flag, needs } of idleFlags(settings))
    yield `${flag} does nothing without ${needs.join(" or ")}`;
  for (const each of typedGlobs(settings)) {
    const { rule, ofTools } = each;
    const texts = ofTools ? compared.tools : rule === "path" ? compared.paths : compared.refs;
    if (texts.size === 0 || texts.size >= MOST_COMPARED) continue;
    yield* ofTools ? unmatchedTools(each, texts) : unmatchedTexts(each, texts);
  }
}

function* unmatchedTools({ flag, globs }: TypedGlobs, all: ReadonlySet<string>): Iterable<string> {
  const names = [...all].filter((name) => name !== "").sort();
  for (const glob of globs) {
    const matches = globTest(flag, [glob]);
    if (matches === undefined || names.some(matches)) continue;
    const meant = didYouMean(glob, names);
    yield `${flag} ${quoted(glob)} matches no tool${meant}: it was compared with ${listed(names)}`;
  }
}

/** Paths and references are too many to list. */
function* unmatchedTexts({ flag, globs }: TypedGlobs, all: ReadonlySet<string>): Iterable<string> {
  const texts = [...all].filter((text) => text !== "");
  for (const glob of globs) {
    const matches = globTest(flag, [glob]);
    if (matches === undefined || texts.some(matches)) continue;
    yield `${flag} ${quoted(glob)} matches no tool result`;
  }
}

/** Names, as many as fit a line or two. */
function listed(names: readonly string[]): string {
  if (names.length === 0) return "results whose tool has no name";
  const more = names.length - MOST_SHOWN;
  const shown = names.slice(0, MOST_SHOWN).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}

const MOST_SHOWN = 12;
