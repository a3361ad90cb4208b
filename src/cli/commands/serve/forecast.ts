import { readFileSync } from "node:fs";
import { type ForecastPolicy, forecastIn } from "../../../analyses/live/forecast-in.ts";
import type { LiveForecast } from "../../../api/live/live-status.ts";
import { visible } from "../../../base/visible.ts";
import { ioError } from "../../../io/io-error.ts";
import type { EditingOptions } from "../../../serve/editor/editing.ts";
import { usage } from "../../options/usage-error.ts";

/** The forecast in a proxy's state, or the command that makes one. */
export interface ForecastInStatus {
  readonly forecast?: LiveForecast;
  readonly forecastCommand?: string;
}

/** Reads the forecast for a policy from a report of `compare`; without one, gives the command that makes it. */
export function forecastFor(editing: EditingOptions, file: string | undefined): ForecastInStatus {
  if (editing.policy === "observe") {
    if (file === undefined) return {};
    throw usage(
      "--forecast does nothing with --policy observe, which saves nothing",
      "add --policy first-sight or --policy window",
    );
  }
  const command = commandFor(editing);
  if (file === undefined) return { forecastCommand: command };
  const found = forecastIn(readReport(file, command), editing);
  if (found === "no-report") throw noReport(file, command);
  if (found === "no-setting")
    throw usage(`${visible(file)}: no forecast for this policy in it`, command);
  return { forecast: { file, ...found } };
}

function readReport(file: string, command: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw ioError(error, file);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw noReport(file, command);
  }
}

function noReport(file: string, command: string): Error {
  return usage(`${visible(file)}: not a report of elision compare --report json`, command);
}

function commandFor({ window, firstSight }: ForecastPolicy): string {
  const flags = [
    ...(window === undefined ? [] : [`--windows ${window.size}`, `--every ${window.every}`]),
    ...(firstSight === undefined ? [] : [`--first-sight ${firstSight}`]),
  ];
  return `elision compare @project ${flags.join(" ")} --report json > forecast.json`;
}
