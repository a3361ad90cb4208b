import { argumentsOf, callOf } from "../calls.ts";
import { pathsIn } from "../files/paths.ts";
import type { Rule } from "./rule.ts";

/** Keeps observations raw whose call names one of the paths in its arguments. */
export const pathRule: Rule = {
  *propose({ transcript, policy }) {
    const { keepPath } = policy.guards;
    if (keepPath === undefined) return;
    for (const part of transcript.observations()) {
      const call = callOf(transcript, part);
      if (call === undefined) continue;
      const paths = pathsIn(parsed(argumentsOf(transcript, call)));
      const isNamed = (path: string) => keepPath(path) || keepPath(path.replace(/^\.\//, ""));
      if (paths.some(isNamed)) yield { kind: "keep", part };
    }
  },
};

function parsed(args: string): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return undefined;
  }
}
