import { didYouMean } from "../../../base/nearest.ts";
import { quoted } from "../../../base/quoted.ts";
import { MOST_NAMES } from "../../../engine/edits/note-tools.ts";
import { globTest } from "../../../reduce/rules/globs.ts";
import { TOOL_FLAGS } from "../../options/rule-flags.ts";
import type { Layer } from "../../options/settings.ts";

/** The globs of tools that an option was typed with. */
export interface TypedTools {
  readonly flag: string;
  readonly globs: readonly string[];
}

/** The globs of tools that were typed: those of files and presets are for many sessions. */
export function typedTools(settings: Layer): readonly TypedTools[] {
  return TOOL_FLAGS.flatMap(({ name, flag }) => {
    const { value, from } = settings[name] ?? {};
    return from?.kind === "flag" && Array.isArray(value) ? [{ flag, globs: value }] : [];
  });
}

/** Notes on globs that match none of the tools that they were compared with. */
export function* unmatchedTools(
  typed: readonly TypedTools[],
  tools: ReadonlySet<string>,
): Iterable<string> {
  if (tools.size === 0 || tools.size >= MOST_NAMES) return;
  const names = [...tools].filter((name) => name !== "").sort();
  for (const { flag, globs } of typed)
    for (const glob of globs) {
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
