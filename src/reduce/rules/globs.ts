import { badOption } from "../../base/errors.ts";
import { matchGlob } from "./glob-match.ts";
import { compileGlob, type GlobStep } from "./glob-program.ts";

/**
 * A test for texts that match one of these globs, or undefined where there are none. Case does not
 * matter: agents write the names of the same tool in several ways. Time is linear in the text, whatever
 * the glob: a cloned repository's settings may hold any.
 */
export function globTest(
  option: string,
  globs: readonly string[] | undefined,
): ((text: string) => boolean) | undefined {
  if (globs === undefined || globs.length === 0) return undefined;
  const tests = globs.map((glob) => {
    const steps = typeof glob === "string" && glob !== "" ? compileGlob(glob) : undefined;
    if (steps === undefined) throw badOption(option, "a glob, such as mcp__* or src/**/*.ts", glob);
    return createTest(glob, steps);
  });
  return (text) => tests.some((test) => test(text));
}

/** A text that equals its glob matches it: `notes [draft]` is a name as well. */
function createTest(glob: string, steps: readonly GlobStep[]): (text: string) => boolean {
  return (text) => text === glob || matchGlob(steps, text).matches;
}
