/** Colours of windows that the style sheet defines, for light and dark. */
const COLORS = 8;

/** The name of a window's colour in the style sheet; that of history left alone is for -1. */
export function colorName(color: number): string {
  return color < 0 ? "--alone" : `--color-${color % COLORS}`;
}

/** The current value of a colour of the style sheet, as a canvas takes it. */
export function colorOf(name: string): string {
  const root = document.documentElement;
  // A property is light-dark(…) until something has it for a colour; the root shows no outline.
  root.style.outlineColor = `var(${name})`;
  return getComputedStyle(root).outlineColor;
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
