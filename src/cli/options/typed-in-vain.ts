import { didYouMean } from "../../base/nearest.ts";
import { quoted } from "../../base/quoted.ts";
import { MOST_NAMES, matchedBy, notingTools } from "../../engine/edits/note-tools.ts";
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
  /** The same policy, which adds what it asks about. */
  watch(policy: Policy): Policy;
  /** Notes on the options that do nothing, and on the globs that matched none of it. */
  notes(): Iterable<string>;
}

/** Watches what was typed; without any globs, policies are left as they are. */
export function watchGlobs(settings: Layer): WatchedGlobs {
  const typed = typedGlobs(settings);
  const names = new Set<string>();
  return {
    watch: (policy) => (typed.length === 0 ? policy : notingTools(policy, names)),
    notes: () => typedInVain(settings, names),
  };
}

/**
 * Notes on options that do nothing, and on globs that match nothing of what they were compared with: see
 * `notingTools`.
 */
export function* typedInVain(settings: Layer, names: ReadonlySet<string>): Iterable<string> {
  for (const { flag, needs } of idleFlags(settings))
    yield `${flag} does nothing without ${needs.join(" or ")}`;
  if (names.size >= MOST_NAMES) return;
  for (const each of typedGlobs(settings))
    yield* each.ofTools ? unmatchedTools(each, names) : unmatchedTexts(each, names);
}

function* unmatchedTools({ flag, globs }: TypedGlobs, all: ReadonlySet<string>): Iterable<string> {
  const tools = [...all].filter((name) => !name.includes(matchedBy("", "")));
  if (tools.length === 0) return;
  const names = tools.filter((name) => name !== "").sort();
  for (const glob of globs) {
    const matches = globTest(flag, [glob]);
    if (matches === undefined || names.some(matches)) continue;
    const meant = didYouMean(glob, names);
    yield `${flag} ${quoted(glob)} matches no tool${meant}: it was compared with ${listed(names)}`;
  }
}

/** Paths and references are too many to list. */
function* unmatchedTexts(
  { flag, rule, globs }: TypedGlobs,
  all: ReadonlySet<string>,
): Iterable<string> {
  const asked = matchedBy(rule, "");
  const texts = [...all].flatMap((text) =>
    text.startsWith(asked) ? [text.slice(asked.length)] : [],
  );
  if (texts.length === 0) return;
  for (const glob of globs) {
    const matches = globTest(flag, [glob]);
    if (matches === undefined || texts.some((text) => text !== "" && matches(text))) continue;
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
