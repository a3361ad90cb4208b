import type { ComparedTotals } from "../../../analyses/compare/compared.ts";
import type { ComparisonCharts } from "../charts.ts";
import { RECOMMENDED } from "../outcomes.ts";
import type { DrawnPoint, DrawnSeries, Look, MissedBy, PageData } from "./page-data.ts";

/** Makes the data of the page's script from a comparison's charts. */
export function pageData(
  totals: ComparedTotals,
  {
    promptSizes,
    costByRecall,
    firstFile,
    missed,
  }: ComparisonCharts & { readonly firstFile: string; readonly missed?: MissedBy | undefined },
): PageData {
  const looks = looksOf(totals);
  const recommended = costByRecall.find(({ isRecommended }) => isRecommended)?.setting;
  const lookOf = (setting: string) => looks.get(setting)?.look ?? ALONE.look;
  const nameOf = (setting: string) =>
    setting === recommended
      ? `${setting} ${RECOMMENDED}`
      : setting === "alone"
        ? ALONE.group
        : setting;
  const points = costByRecall.flatMap(({ setting, recall, cached }): DrawnPoint[] => {
    const { group, look } = looks.get(setting) ?? ALONE;
    return recall === undefined
      ? []
      : [{ name: nameOf(setting), setting, group, look, recall, cached }];
  });
  return {
    ...(promptSizes !== undefined && {
      promptSizes: {
        steps: promptSizes.steps,
        series: promptSizes.series.map(
          ({ setting, sizes, because }): DrawnSeries => ({
            name: nameOf(setting),
            look: lookOf(setting),
            sizes,
            isOn: because !== undefined,
          }),
        ),
      },
    }),
    costByRecall: points,
    ...(missed !== undefined && { missed }),
    totals,
    firstFile,
  };
}

interface FigurePlace {
  readonly group: string;
  readonly look: Look;
}

const ALONE: FigurePlace = { group: "left alone", look: { color: -1, dash: 1 } };

/** A colour for each window and each preset, a dash for each step of a window. */
function looksOf({ settings }: ComparedTotals): ReadonlyMap<string, FigurePlace> {
  const steps = [...new Set(settings.map(({ every }) => every))];
  const groupOf = ({ name, preset, window }: (typeof settings)[number]) =>
    preset === undefined ? String(window) : name;
  const groups = [...new Set(settings.map(groupOf))];
  return new Map(
    settings.map((setting) => {
      const group = groupOf(setting);
      const dash = setting.preset === undefined ? steps.indexOf(setting.every) : 0;
      return [setting.name, { group, look: { color: groups.indexOf(group), dash } }];
    }),
  );
}
