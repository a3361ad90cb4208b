import type { Policy, TextTest } from "../../reduce/pipeline/checked-policy.ts";

/** Texts that the globs of a policy were compared with. */
export interface ComparedTexts {
  /** All names of tools. */
  readonly tools: Set<string>;
  /** The paths that matched, and "" if one did not. */
  readonly paths: Set<string>;
  /** The same of references. */
  readonly refs: Set<string>;
}

export function createComparedTexts(): ComparedTexts {
  return { tools: new Set(), paths: new Set(), refs: new Set() };
}

/** The most texts of a kind: data sets may have one for each row. With that many no glob is said to match nothing. */
export const MOST_COMPARED = 4096;

/** The same policy, which adds what its globs are compared with. */
export function notingCompared(policy: Policy, compared: ComparedTexts): Policy {
  const { rules } = policy;
  const named = (test: TextTest | undefined) =>
    test &&
    ((name: string) => {
      note(compared.tools, name);
      return test(name);
    });
  const matched = (texts: Set<string>, test: TextTest | undefined) =>
    test &&
    ((text: string) => {
      const isMatch = test(text);
      note(texts, isMatch ? text : "");
      return isMatch;
    });
  const reads = rules["stale-reads"];
  return {
    ...policy,
    rules: {
      ...rules,
      "keep-tool": named(rules["keep-tool"]),
      "only-tool": named(rules["only-tool"]),
      path: matched(compared.paths, rules.path),
      ref: matched(compared.refs, rules.ref),
      "stale-reads": reads && { isRead: named(reads.isRead), isEdit: named(reads.isEdit) },
    },
  };
}

/** Takes out the texts so far; undefined if there are none. */
export function takeCompared(compared: ComparedTexts): ComparedTexts | undefined {
  if (setsOf(compared).every(({ size }) => size === 0)) return undefined;
  const taken = createComparedTexts();
  addCompared(taken, compared);
  for (const texts of setsOf(compared)) texts.clear();
  return taken;
}

export function addCompared(to: ComparedTexts, from: ComparedTexts): void {
  for (const name of from.tools) note(to.tools, name);
  for (const path of from.paths) note(to.paths, path);
  for (const ref of from.refs) note(to.refs, ref);
}

function note(texts: Set<string>, text: string): void {
  if (texts.size < MOST_COMPARED) texts.add(text);
}

function setsOf({ tools, paths, refs }: ComparedTexts): readonly Set<string>[] {
  return [tools, paths, refs];
}
