import type { Look } from "../page-data.ts";
import { swatch } from "./legend.ts";

/** A line of a tooltip. */
export interface TooltipLine {
  readonly look: Look;
  readonly text: string;
}

/** Most lines that a tooltip has: more would cover the chart. */
const MAX_LINES = 10;

/** A box next to the pointer; screen readers speak it when the chart is walked with the keyboard. */
export function tooltip(over: HTMLElement) {
  const box = document.createElement("div");
  box.className = "tooltip";
  box.setAttribute("role", "status");
  box.hidden = true;
  over.append(box);
  return {
    hide() {
      box.hidden = true;
    },
    show(head: string, lines: readonly TooltipLine[], at: { left: number; top: number }) {
      const title = document.createElement("strong");
      title.textContent = head;
      const rows = lines.slice(0, MAX_LINES).map(({ look, text }) => {
        const row = document.createElement("span");
        row.append(swatch(look), text);
        return row;
      });
      box.replaceChildren(title, ...rows);
      if (lines.length > MAX_LINES) box.append(`… and ${lines.length - MAX_LINES} more`);
      box.hidden = false;
      const room = { width: over.clientWidth, height: over.clientHeight };
      const isRight = at.left + box.offsetWidth + GAP > room.width;
      const left = isRight ? at.left - box.offsetWidth - GAP : at.left + GAP;
      const top = Math.min(at.top, room.height - box.offsetHeight);
      box.style.left = `${Math.max(0, Math.min(left, room.width - box.offsetWidth))}px`;
      box.style.top = `${Math.max(0, top)}px`;
    },
  };
}

const GAP = 12;
