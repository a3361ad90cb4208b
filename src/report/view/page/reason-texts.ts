import { RULES } from "../../../reduce/rules/index.ts";

/** Reasons that are no rule's own, or that a page says in other words. */
const OTHERS: Readonly<Record<string, string>> = {
  window: "it is older than the window",
  pressure: "too little would be saved in all",
  "not-shorter": "a placeholder would not be shorter",
  "min-gain": "a placeholder would save too little",
  fixed: "it is a demonstration",
  "not-editable": "its format does not allow it",
  dead: "it no longer reaches the model",
  "no-masking": "nothing is masked",
};

/** Why an observation is masked or kept, for each of these reasons. */
export function reasonTexts(names: Iterable<string>): Readonly<Record<string, string>> {
  const rules: Readonly<Record<string, { readonly reason: string }>> = RULES;
  return Object.fromEntries(
    [...new Set(names)].map((name) => [name, OTHERS[name] ?? rules[name]?.reason ?? name]),
  );
}
