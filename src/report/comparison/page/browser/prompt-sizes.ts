import type uPlot from "uplot";
import type { DrawnSeries, PageData } from "../page-data.ts";
import { axis, drawn, LABEL } from "./chart.ts";
import { legend } from "./legend.ts";
import { colorName, colorOf, dashes } from "./theme.ts";
import { tooltip } from "./tooltip.ts";

/** Draws the size of every prompt over the steps, a line for each setting. */
export function drawPromptSizes(
  into: HTMLElement,
  { steps, series }: NonNullable<PageData["promptSizes"]>,
): void {
  const options: Omit<uPlot.Options, "width" | "height"> = {
    scales: { x: { time: false }, y: { range: (_, __, most) => [0, Math.max(1, most * 1.05)] } },
    axes: [
      axis({ label: "step", ...LABEL, incrs: WHOLE }),
      axis({ size: 56, values: (_, ticks) => ticks.map((tick) => short.format(tick)) }),
    ],
    series: [{}, ...series.map(lineOf)],
    legend: { show: false },
    cursor: { y: false, drag: { x: true, y: false } },
  };
  const plot = drawn(into, options, [[...steps], ...series.map(({ sizes }) => [...sizes])]);
  const box = tooltip(plot.over);
  const describe = () => {
    const { idx, left = -1, top = 0 } = plot.cursor;
    if (idx === null || idx === undefined || left < 0) return box.hide();
    const lines = series
      .map(({ name, look, sizes }, k) => ({ name, look, size: sizes[idx] ?? 0, k }))
      .filter(({ k }) => plot.series[k + 1]?.show)
      .sort((a, b) => b.size - a.size)
      .map(({ name, look, size }) => ({ look, text: `${name}: ${whole.format(size)} tokens` }));
    box.show(`step ${steps[idx]}`, lines, { left, top });
  };
  plot.hooks.setCursor = [describe];
  walk(into, plot, steps.length);
  into.after(
    legend(series, (at, isOn) => {
      plot.setSeries(at + 1, { show: isOn });
    }),
  );
}

function lineOf({ name, look, isOn }: DrawnSeries): uPlot.Series {
  const dash = dashes(look.dash);
  return {
    label: name,
    show: isOn,
    stroke: () => colorOf(colorName(look.color)),
    width: 2,
    ...(dash !== undefined && { dash }),
    points: { size: 5, fill: () => colorOf("--paper") },
  };
}

/** Arrow keys move the pointer's line from step to step. */
function walk(into: HTMLElement, plot: uPlot, count: number): void {
  into.addEventListener("keydown", (event) => {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const at = Math.min(count - 1, Math.max(0, (plot.cursor.idx ?? -1) + move));
    const left = plot.valToPos(plot.data[0][at] ?? 0, "x");
    plot.setCursor({ left, top: plot.over.clientHeight / 3 });
  });
  into.addEventListener("blur", () => plot.setCursor({ left: -10, top: -10 }));
}

/** Steps are whole. */
const WHOLE = [1, 2, 5]
  .flatMap((digit) => [1, 10, 100, 1000, 10_000].map((unit) => digit * unit))
  .sort((a, b) => a - b);
const whole = new Intl.NumberFormat("en-US");
const short = new Intl.NumberFormat("en-US", { notation: "compact" });
