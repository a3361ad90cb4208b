import type { LiveForecast, LiveStatus } from "../../analyses/live/result.ts";
import { counted } from "../comparison/amounts.ts";
import { percent } from "../figures.ts";
import { dollars } from "./money-and-time.ts";

/** The saved share of the cost next to the forecast, in one line; without a forecast, how to make one. */
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

/** The forecast, and the sessions that it was made from. */
export function forecastWords({ share, savedPerSession, sessions, file }: LiveForecast): string {
  return (
    `elision compare forecast ${percent(share, 1)}, ${dollars(savedPerSession)} a session ` +
    `(${counted(sessions, "session")}, ${file})`
  );
}

/** How to make a forecast. */
export function howToForecast(command: string): string {
  return `${command}, then serve with --forecast forecast.json`;
}
