import type { LiveForecast, LiveStatus } from "../../analyses/live/result.ts";
import { counted } from "../comparison/amounts.ts";
import { percent } from "../figures.ts";
import { dollars } from "./money-and-time.ts";

/** The share of the cost that was saved, against the forecast, in one line; or how to have a forecast. */
export function savingLine({ saving, forecast, forecastCommand }: LiveStatus): string {
  const { share } = saving;
  const real =
    share === undefined
      ? "no reply with a usage and a known price yet"
      : `${percent(share, 1)} saved of what it would have cost left alone`;
  if (forecast !== undefined) return `${real}; ${forecastWords(forecast)}`;
  return forecastCommand === undefined
    ? real
    : `${real}; no forecast: ${howToForecast(forecastCommand)}`;
}

/** The forecast, and what it is of. */
export function forecastWords({ share, savedPerSession, sessions, file }: LiveForecast): string {
  return (
    `elision compare forecast ${percent(share, 1)}, ${dollars(savedPerSession)} a session ` +
    `(${counted(sessions, "session")}, ${file})`
  );
}

/** How to have a forecast. */
export function howToForecast(command: string): string {
  return `${command}, then serve with --forecast forecast.json`;
}
