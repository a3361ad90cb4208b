/** Colours of windows that the style sheet defines, for light and dark. */
const COLORS = 8;

/** The name of a window's colour in the style sheet; that of history left alone is for -1. */
export function colorName(color: number): string {
  return color < 0 ? "--alone" : `--color-${color % COLORS}`;
}

/** The current value of a colour of the style sheet. */
export function colorOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Dashes in pixels; none for the first. */
export function dashes(dash: number): number[] | undefined {
  return DASHES[dash % DASHES.length];
}

const DASHES: readonly (number[] | undefined)[] = [undefined, [8, 4], [2, 3], [10, 3, 2, 3]];

/** Draws again when the colours change: by hand, by the hour, or for paper. */
export function onLook(draw: () => void): void {
  for (const query of ["(prefers-color-scheme: dark)", "print"])
    matchMedia(query).addEventListener("change", draw);
}

/** The height of a chart for the width that it has. */
export function heightFor(width: number): number {
  return Math.round(Math.min(380, Math.max(240, width * 0.45)));
}
