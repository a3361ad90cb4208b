import { expect, it } from "vitest";
import { forecastIn } from "../../../src/analyses/live/forecast-in.ts";

const window = { windowUnit: "turns", window: 10, every: 20 };
const TOTALS = {
  transcripts: 4,
  alone: { wholeCost: 8 },
  settings: [
    { name: "tokens", ...window, windowUnit: "tokens" },
    { name: "preset", ...window, preset: "some" },
    { name: "10/5", ...window, every: 5 },
    { name: "10/20", ...window },
    { name: "first-sight", window: 0, windowUnit: "turns", every: 1, firstSight: 8000 },
  ],
  outcomes: [
    { setting: "tokens", wholeCost: 1 },
    { setting: "preset", wholeCost: 2 },
    { setting: "10/5", wholeCost: 3 },
    { setting: "10/20", wholeCost: 6 },
    { setting: "first-sight", wholeCost: 10 },
  ],
};
const WINDOW = { window: { size: 10, every: 20 } };

it("is that of the very setting, a loss too", () => {
  const forecast = (policy: object) => forecastIn({ totals: TOTALS }, policy);
  expect(forecast(WINDOW)).toEqual({ sessions: 4, share: 0.25, savedPerSession: 0.5 });
  expect(forecast({ firstSight: 8000 })).toEqual({
    sessions: 4,
    share: -0.25,
    savedPerSession: -0.5,
  });
  expect(forecast({ firstSight: 4000 })).toBe("no-setting");
  expect(forecast({ ...WINDOW, firstSight: 8000 })).toBe("no-setting");
  expect(forecast({ window: { size: 10, every: 1 } })).toBe("no-setting");
});

it("is none of windows that shortened new results as well, unless the policy does", () => {
  const settings = TOTALS.settings.map((each) => ({ ...each, firstSight: 8000 }));
  const report = { totals: { ...TOTALS, settings } };
  expect(forecastIn(report, WINDOW)).toBe("no-setting");
  expect(forecastIn(report, { ...WINDOW, firstSight: 8000 })).toMatchObject({ share: 0.25 });
});

it("is none of other reports, of no sessions, and of sessions that cost nothing", () => {
  for (const other of [null, 1, [], {}, { totals: {} }, { totals: { ...TOTALS, alone: {} } }])
    expect(forecastIn(other, WINDOW)).toBe("no-report");
  for (const empty of [{ transcripts: 0 }, { alone: { wholeCost: 0 } }])
    expect(forecastIn({ totals: { ...TOTALS, ...empty } }, WINDOW)).toBe("no-setting");
  const outcomes = [{ setting: "10/20" }];
  expect(forecastIn({ totals: { ...TOTALS, outcomes } }, WINDOW)).toBe("no-report");
});
