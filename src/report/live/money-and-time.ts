/** US dollars, with as many digits as needed: `$1.20`, `$0.0042`, `< $0.0001`. */
export function dollars(value: number): string {
  const size = Math.abs(value);
  const sign = value < 0 ? "-" : "";
  if (size === 0) return "$0";
  if (size < 0.0001) return `${sign}< $0.0001`;
  return `${sign}$${size.toFixed(size >= 0.1 ? 2 : 4)}`;
}

/** A time in its largest unit: `40 s`, `12 min`, `3 h`, `2 d`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}
