import type { LiveStatus } from "../../api/live/live-status.ts";
import type { Gauges } from "./metrics.ts";

/** The share of the cost that was saved, and the forecast share, if known. */
export function savingGauges({ saving, forecast }: LiveStatus): Gauges {
  return {
    ...(saving.share !== undefined && {
      elision_saved_ratio: {
        help: "Part of the cost left alone that was saved, at list prices, over replies with usage",
        value: saving.share,
      },
    }),
    ...(forecast !== undefined && {
      elision_forecast_saved_ratio: {
        help: "The same as elision compare forecast it for this policy",
        value: forecast.share,
      },
    }),
  };
}
