import uPlot from "uplot";
import { colorOf, heightFor, onLook } from "./theme.ts";

/** The axes, which take their colours from the style sheet each time they are drawn. */
export function axis(options: uPlot.Axis): uPlot.Axis {
  const faint = { stroke: () => colorOf("--line"), width: 1 };
  return {
    stroke: () => colorOf("--ink"),
    grid: faint,
    ticks: faint,
    font: FONT,
    labelFont: FONT,
    ...options,
  };
}

/** An axis along the bottom with its label close below. */
export const LABEL = { size: 34, labelSize: 20, labelGap: 0 };

const FONT = "12px system-ui, sans-serif";

/** A chart in the room that an element has, as wide as it is now and after any change. */
export function drawn(
  into: HTMLElement,
  options: Omit<uPlot.Options, "width" | "height">,
  data: uPlot.AlignedData,
): uPlot {
  const size = () => ({ width: into.clientWidth, height: heightFor(into.clientWidth) });
  const plot = new uPlot({ ...options, ...size() }, data, into);
  new ResizeObserver(() => plot.setSize(size())).observe(into);
  onLook(() => plot.redraw(false, true));
  return plot;
}
