import type { Policy, TextTest } from "../../reduce/pipeline/checked-policy.ts";

/**
 * The policy, which adds the names of the tools that its globs are compared with, and the paths and references that
 * match its other globs: see `matchedBy`.
 */
export function notingTools(policy: Policy, names: Set<string>): Policy {
  const { rules } = policy;
  const noting = (test: TextTest | undefined) =>
    test &&
    ((name: string) => {
      if (names.size < MOST_NAMES) names.add(name);
      return test(name);
    });
  const matching = (rule: "path" | "ref") => {
    const test = rules[rule];
    return test && ((text: string) => noteMatch(names, { rule, text, isMatch: test(text) }));
  };
  const others = rules["stale-reads"];
  return {
    ...policy,
    rules: {
      ...rules,
      "keep-tool": noting(rules["keep-tool"]),
      "only-tool": noting(rules["only-tool"]),
      path: matching("path"),
      ref: matching("ref"),
      "stale-reads": others && { isRead: noting(others.isRead), isEdit: noting(others.isEdit) },
    },
  };
}

/** Notes that a rule asked about a text, and the text if it matches. */
function noteMatch(
  names: Set<string>,
  {
    rule,
    text,
    isMatch,
  }: { readonly rule: string; readonly text: string; readonly isMatch: boolean },
): boolean {
  if (names.size < MOST_NAMES) names.add(matchedBy(rule, isMatch ? text : ""));
  return isMatch;
}

/** The mark among names of tools for a text that a rule's glob matched, or, without one, that the rule asked. */
export function matchedBy(rule: string, text: string): string {
  return `${rule}\0${text}`;
}

/** The most names: data sets may have one for each row. With that many none is missed. */
export const MOST_NAMES = 4096;
