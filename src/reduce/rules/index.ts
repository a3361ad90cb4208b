import { clampRule } from "./clamp.ts";
import { collapseFailuresRule } from "./collapse-failures.ts";
import { dedupeRule } from "./dedupe.ts";
import { errorsRule } from "./errors.ts";
import { firstRule } from "./first.ts";
import { keepImagesRule } from "./keep-images.ts";
import { keepThinkingRule } from "./keep-thinking.ts";
import { lastPerToolRule } from "./last-per-tool.ts";
import { orphanRule } from "./orphan.ts";
import { pathRule } from "./path.ts";
import { redundantRule } from "./redundant.ts";
import { reflectRule } from "./reflect.ts";
import type { Rule } from "./rule.ts";
import { shrinkInputsRule } from "./shrink-inputs.ts";
import { staleReadsRule } from "./stale-reads.ts";
import { exemptRule, keepToolRule, onlyToolRule } from "./tools.ts";
import { windowRule } from "./window.ts";

/** Every rule by its name, which is also its name in reports. A new rule is a file and a line here. */
export const RULES = {
  window: windowRule,
  dedupe: dedupeRule,
  "stale-reads": staleReadsRule,
  reflect: reflectRule,
  redundant: redundantRule,
  "collapse-failures": collapseFailuresRule,
  clamp: clampRule,
  "keep-images": keepImagesRule,
  "keep-thinking": keepThinkingRule,
  "shrink-inputs": shrinkInputsRule,
  errors: errorsRule,
  "last-per-tool": lastPerToolRule,
  "keep-tool": keepToolRule,
  "only-tool": onlyToolRule,
  exempt: exemptRule,
  path: pathRule,
  first: firstRule,
  orphan: orphanRule,
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;
