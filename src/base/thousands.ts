/** A whole number as people read it, with commas: `4,200`. */
export function withThousands(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
