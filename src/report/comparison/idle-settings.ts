import type { ComparedTotals } from "../../analyses/compare/compared.ts";
import { OTHER_SETTINGS } from "../../analyses/compare/setting.ts";
import { changes } from "./outcomes.ts";

/** The settings besides windows that change nothing. They are compared by default, and then not shown. */
export function idleSettings({ outcomes }: ComparedTotals): readonly string[] {
  return outcomes
    .filter((outcome) => OTHER_SETTINGS.some((name) => name === outcome.setting))
    .filter((outcome) => !changes(outcome))
    .map(({ setting }) => setting);
}

/** The comparison without these settings. */
export function withoutIdle(totals: ComparedTotals): ComparedTotals {
  const idle = idleSettings(totals);
  if (idle.length === 0) return totals;
  return {
    ...totals,
    settings: totals.settings.filter(({ name }) => !idle.includes(name)),
    outcomes: totals.outcomes.filter(({ setting }) => !idle.includes(setting)),
  };
}
