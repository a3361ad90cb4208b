import type uPlot from "uplot";
import type { ComparedTotals } from "../../../../analyses/compare/compared.ts";
import { RECOMMENDED } from "../../outcomes.ts";
import type { DrawnPoint } from "../page-data.ts";
import { axis, drawn, LABEL } from "./chart.ts";
import { legend } from "./legend.ts";
import { colorName, colorOf } from "./theme.ts";
import { tooltip } from "./tooltip.ts";

/** How near the pointer must be to a point, in pixels. */
const REACH = 24;

/** Redraws with other costs, the requested recall, and the setting recommended then. */
export type DrawAgain = (totals: ComparedTotals, recommended: string | undefined) => void;

/** Draws cost against recall: a point for each setting, one colour for each window. */
export function drawCostByRecall(
  into: HTMLElement,
  all: readonly DrawnPoint[],
  minRecall: number,
): DrawAgain {
  let asked = minRecall;
  let recommended = all.find(
    ({ name, setting }) => name !== setting && setting !== "alone",
  )?.setting;
  let points = all.toSorted((a, b) => a.recall - b.recall);
  const leastRecall = Math.min(minRecall, ...points.map(({ recall }) => recall));
  const groups = [...new Map(all.map((point) => [point.group, point])).values()];
  const options: Omit<uPlot.Options, "width" | "height"> = {
    ...FRAME,
    scales: {
      x: { time: false, range: () => spaced(leastRecall, 1) },
      y: { range: (_, least, most) => spaced(Math.min(least ?? 1, 1), Math.max(most ?? 1, 1)) },
    },
    series: [{}, ...groups.map(seriesOf)],
    hooks: {
      drawAxes: [(plot) => drawMarks(plot, asked)],
      draw: [(plot) => drawNames(plot, points, recommended)],
    },
  };
  const plot = drawn(into, options, columnsOf(points, groups));
  const box = tooltip(plot.over);
  plot.hooks.setCursor = [
    () => {
      const { left = -1, top = -1 } = plot.cursor;
      const isOn = ({ group }: DrawnPoint) =>
        plot.series[groups.findIndex((each) => each.group === group) + 1]?.show;
      const near =
        left < 0
          ? []
          : points.filter(isOn).filter((point) => distance(plot, point, { left, top }) < REACH);
      if (near.length === 0) return box.hide();
      const lines = near.map(({ name, look, recall, cached }) => ({
        look: { ...look, dash: 0 },
        text: `${name}: recall ${recall.toFixed(3)}, cost ${cached.toFixed(2)}`,
      }));
      box.show(near.length === 1 ? "setting" : "settings", lines, { left, top });
    },
  ];
  const entries = groups.map(({ group, look }) => ({
    name: group,
    look: { ...look, dash: 0 },
    isOn: true,
  }));
  into.after(legend(entries, (at, isOn) => plot.setSeries(at + 1, { show: isOn })));
  return (totals, setting) => {
    asked = totals.minRecall;
    recommended = setting;
    points = points.map((point) => pointIn(totals, point, setting));
    plot.setData(columnsOf(points, groups));
  };
}

/** The axes, and neither a legend nor a cursor of uPlot's own. */
const FRAME = {
  axes: [
    axis({ label: "recall", ...LABEL, values: (_, ticks) => ticks.map(shareOf) }),
    axis({ size: 56, label: "cost, left alone = 1" }),
  ],
  legend: { show: false },
  cursor: { x: false, y: false, points: { show: false }, drag: { x: false, y: false } },
} satisfies Partial<uPlot.Options>;

/** The points of a group, without lines between them. */
function seriesOf({ group, look }: DrawnPoint): uPlot.Series {
  const color = () => colorOf(colorName(look.color));
  return {
    label: group,
    stroke: color,
    paths: () => null,
    points: { show: true, size: 10, fill: color, stroke: color },
  };
}

/** The recall of all points, and the costs of each group. */
function columnsOf(
  points: readonly DrawnPoint[],
  groups: readonly Pick<DrawnPoint, "group">[],
): uPlot.AlignedData {
  const costsOf = ({ group }: Pick<DrawnPoint, "group">) =>
    points.map((point) => (point.group === group ? point.cached : null));
  return [points.map(({ recall }) => recall), ...groups.map(costsOf)];
}

/** A point moved to its cost in another comparison of the same transcripts; history left alone does not move. */
function pointIn(
  { outcomes }: ComparedTotals,
  point: DrawnPoint,
  recommended: string | undefined,
): DrawnPoint {
  const { setting } = point;
  const outcome = outcomes.find((each) => each.setting === setting);
  if (outcome === undefined) return point;
  const name = setting === recommended ? `${setting} ${RECOMMENDED}` : setting;
  return { ...point, name, cached: outcome.cachedRatio };
}

/** Writes names next to the points, where there is room; a ring and the first name for the recommended one. */
function drawNames(
  plot: uPlot,
  points: readonly DrawnPoint[],
  recommended: string | undefined,
): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  const taken: { readonly x: number; readonly y: number; readonly width: number }[] = [];
  ctx.save();
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  for (const point of points) {
    const x = plot.valToPos(point.recall, "x", true) - 5 * scale;
    taken.push({ x, y: plot.valToPos(point.cached, "y", true), width: 10 * scale });
  }
  const ordered = points.toSorted(
    (a, b) => Number(b.setting === recommended) - Number(a.setting === recommended),
  );
  for (const { setting, recall, cached } of ordered) {
    const isBest = setting === recommended;
    const x = plot.valToPos(recall, "x", true);
    const y = plot.valToPos(cached, "y", true);
    ctx.fillStyle = colorOf(isBest ? "--ink" : "--muted");
    ctx.font = `${isBest ? "bold " : ""}${12 * scale}px system-ui, sans-serif`;
    const name = setting === "alone" ? "left alone" : setting;
    const text = isBest ? `${name} recommended` : name;
    const width = ctx.measureText(text).width;
    const right = x + 9 * scale;
    const left = right + width > bbox.left + bbox.width ? x - 9 * scale - width : right;
    // The recommended point always gets its name.
    const isFree =
      isBest ||
      taken.every(
        (each) =>
          Math.abs(each.y - y) > 13 * scale || each.x > left + width || left > each.x + each.width,
      );
    if (isBest) drawRing(ctx, { x, y, radius: 9 * scale });
    if (!isFree) continue;
    taken.push({ x: left, y, width });
    ctx.fillText(text, left, y);
  }
  ctx.restore();
}

function drawRing(
  ctx: CanvasRenderingContext2D,
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
): void {
  ctx.strokeStyle = colorOf("--ink");
  ctx.lineWidth = radius / 4;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.stroke();
}

function distance(plot: uPlot, point: DrawnPoint, { left, top }: { left: number; top: number }) {
  return Math.hypot(
    plot.valToPos(point.recall, "x") - left,
    plot.valToPos(point.cached, "y") - top,
  );
}

/** Draws lines at the cost of history left alone and at the requested recall. */
function drawMarks(plot: uPlot, minRecall: number): void {
  const { ctx, bbox } = plot;
  const x = plot.valToPos(minRecall, "x", true);
  const y = plot.valToPos(1, "y", true);
  ctx.save();
  ctx.strokeStyle = colorOf("--muted");
  ctx.setLineDash([6, 6]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

/** The axis extends beyond 1, but a share cannot. */
function shareOf(tick: number): string {
  return tick > 1.0001 ? "" : String(Number(tick.toFixed(3)));
}

/** A range widened at both ends. */
function spaced(least: number, most: number): [number, number] {
  const room = Math.max(0.02, (most - least) * 0.08);
  return [least - room, most + room];
}
