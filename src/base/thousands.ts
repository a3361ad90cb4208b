/** A whole number as people read it, with commas: `4,200`. */
export function withThousands(value: number): string {
  const digits = String(value);
  let text = digits;
  for (let at = digits.length - 3; at > (value < 0 ? 1 : 0); at -= 3)
    text = `${text.slice(0, at)},${text.slice(at)}`;
  return text;
}
