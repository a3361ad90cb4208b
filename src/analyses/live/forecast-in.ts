import type { ComparedTotals } from "../compare/compared.ts";
import type { LiveForecast } from "./result.ts";

/** The policy that a forecast is for: a window, results shortened when they are new, or both. */
export interface ForecastPolicy {
  readonly window?: { readonly size: number; readonly every: number } | undefined;
  readonly firstSight?: number | undefined;
}

/**
 * Finds the forecast for a policy in a JSON report of `compare`. `no-report` where it is none, `no-setting` where
 * the policy was not compared, or its sessions cost nothing.
 */
export function forecastIn(
  report: unknown,
  policy: ForecastPolicy,
): Omit<LiveForecast, "file"> | "no-report" | "no-setting" {
  const totals = totalsIn(report);
  if (totals === undefined) return "no-report";
  const { settings, outcomes, alone, transcripts: sessions } = totals;
  const name = settings.find((setting) => isOf(setting, policy))?.name;
  const outcome = outcomes.find(({ setting }) => setting === name);
  if (outcome === undefined || !(sessions > 0) || !(alone.wholeCost > 0)) return "no-setting";
  const saved = alone.wholeCost - outcome.wholeCost;
  if (!Number.isFinite(saved)) return "no-report";
  return { sessions, share: saved / alone.wholeCost, savedPerSession: saved / sessions };
}

type ForecastTotals = Pick<ComparedTotals, "settings" | "outcomes" | "alone" | "transcripts">;

function totalsIn(report: unknown): ForecastTotals | undefined {
  const { totals } = (report ?? {}) as { readonly totals?: Partial<ForecastTotals> };
  const { settings, outcomes, alone, transcripts } = totals ?? {};
  const isReport =
    Array.isArray(settings) &&
    Array.isArray(outcomes) &&
    typeof alone?.wholeCost === "number" &&
    typeof transcripts === "number";
  return isReport ? { settings, outcomes, alone, transcripts } : undefined;
}

/** A proxy's window counts tool turns. */
function isOf(
  setting: ForecastTotals["settings"][number],
  { window, firstSight }: ForecastPolicy,
): boolean {
  if (setting.firstSight !== firstSight) return false;
  if (window === undefined) return setting.name === "first-sight";
  return (
    setting.preset === undefined &&
    setting.windowUnit === "turns" &&
    setting.window === window.size &&
    setting.every === window.every
  );
}
