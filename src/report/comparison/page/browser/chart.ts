import uPlot from "uplot";
import { colorOf, heightFor, onLook } from "./theme.ts";

/** The axes, whose colours are read from the style sheet at each drawing. */
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

/** A chart that fills an element's width, also after it changes. */
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
