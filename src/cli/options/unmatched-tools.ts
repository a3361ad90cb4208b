import { didYouMean } from "../../base/nearest.ts";
import { quoted } from "../../base/quoted.ts";
import { MOST_NAMES, notingTools } from "../../engine/edits/note-tools.ts";
import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import { globTest } from "../../reduce/rules/globs.ts";
import { TOOL_FLAGS } from "./rule-flags.ts";
import type { Layer } from "./settings.ts";

/** The globs of tools that an option was typed with. */
export interface TypedTools {
  readonly flag: string;
  readonly globs: readonly string[];
  /** The switch without which the option does nothing, if it is off. */
  readonly lacks?: string;
}

/** The globs of tools that were typed: those of files and presets are for many sessions. */
export function typedTools(settings: Layer): readonly TypedTools[] {
  return TOOL_FLAGS.flatMap(({ name, flag, needs }) => {
    const { value, from } = settings[name] ?? {};
    if (from?.kind !== "flag" || !Array.isArray(value)) return [];
    const isOff = needs !== undefined && settings[needs.name]?.value !== true;
    return [{ flag, globs: value, ...(isOff && { lacks: needs.flag.flag }) }];
  });
}

/** Compares typed globs of tools with the tools that a command's policies ask about. */
export interface WatchedTools {
  /** The same policy, which adds the names of the tools that it asks about. */
  watch(policy: Policy): Policy;
  /** Notes on the globs that matched none of them. */
  notes(): Iterable<string>;
}

/** Watches the globs of tools that were typed; without any, policies are left as they are. */
export function watchTools(settings: Layer): WatchedTools {
  const typed = typedTools(settings);
  const tools = new Set<string>();
  return {
    watch: (policy) => (typed.length === 0 ? policy : notingTools(policy, tools)),
    notes: () => unmatchedTools(typed, tools),
  };
}

/** Notes on globs that do nothing, or match none of the tools that they were compared with. */
export function* unmatchedTools(
  typed: readonly TypedTools[],
  tools: ReadonlySet<string>,
): Iterable<string> {
  for (const { flag, lacks } of typed)
    if (lacks !== undefined) yield `${flag} does nothing without ${lacks}`;
  if (tools.size === 0 || tools.size >= MOST_NAMES) return;
  const names = [...tools].filter((name) => name !== "").sort();
  for (const { flag, globs, lacks } of typed)
    for (const glob of lacks === undefined ? globs : []) {
      const matches = globTest(flag, [glob]);
      if (matches === undefined || names.some(matches)) continue;
      const meant = didYouMean(glob, names);
      yield `${flag} ${quoted(glob)} matches no tool${meant}: it was compared with ${listed(names)}`;
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
