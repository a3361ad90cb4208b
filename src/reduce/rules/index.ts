import type { Rule } from "./rule.ts";
import { windowRule } from "./window.ts";

/** Every rule by its name, which is also its name in reports. A new rule is a file and a line here. */
export const RULES = {
  window: windowRule,
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;
