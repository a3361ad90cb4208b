import type { Policy, TextTest } from "../../reduce/pipeline/checked-policy.ts";

/** The policy, which adds the names of the tools that its globs are compared with. */
export function notingTools(policy: Policy, names: Set<string>): Policy {
  const { rules } = policy;
  const noting = (test: TextTest | undefined) =>
    test &&
    ((name: string) => {
      if (names.size < MOST_NAMES) names.add(name);
      return test(name);
    });
  const others = rules["stale-reads"];
  return {
    ...policy,
    rules: {
      ...rules,
      "keep-tool": noting(rules["keep-tool"]),
      "only-tool": noting(rules["only-tool"]),
      "stale-reads": others && { isRead: noting(others.isRead), isEdit: noting(others.isEdit) },
    },
  };
}

/** The most names: data sets may have one for each row. With that many none is missed. */
export const MOST_NAMES = 4096;
