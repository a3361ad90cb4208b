import type { Look } from "../page-data.ts";
import { colorName, dashes } from "./theme.ts";

/** Something that can be switched on and off. */
export interface Entry {
  readonly name: string;
  readonly look: Look;
  readonly isOn: boolean;
}

/** Check boxes, each with a sample of the line that it switches. */
export function legend(entries: readonly Entry[], onSwitch: (at: number, isOn: boolean) => void) {
  const list = document.createElement("ul");
  list.className = "legend";
  entries.forEach(({ name, look, isOn }, at) => {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = isOn;
    box.addEventListener("change", () => onSwitch(at, box.checked));
    const label = document.createElement("label");
    label.append(box, swatch(look), name);
    const item = document.createElement("li");
    item.append(label);
    list.append(item);
  });
  return list;
}

/** A piece of line as the chart draws it. */
export function swatch({ color, dash }: Look): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "swatch");
  svg.setAttribute("viewBox", "0 0 24 8");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "line");
  const ends = { x1: "0", y1: "4", x2: "24", y2: "4", "stroke-width": "3" };
  for (const [key, value] of Object.entries(ends)) line.setAttribute(key, value);
  const pattern = dashes(dash);
  if (pattern !== undefined) line.setAttribute("stroke-dasharray", pattern.join(" "));
  line.style.stroke = `var(${colorName(color)})`;
  svg.append(line);
  return svg;
}

const SVG = "http://www.w3.org/2000/svg";
