const whole = new Intl.NumberFormat("en-US");
const short = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** A whole number with thousands separators. */
export function count(value: number, one?: string, many = `${one}s`): string {
  const figure = whole.format(Math.ceil(value));
  return one === undefined ? figure : `${figure} ${Math.ceil(value) === 1 ? one : many}`;
}

/** A large number in few digits: `12.3K`. */
export function brief(value: number): string {
  return short.format(Math.ceil(value));
}

/** Dollars with two significant digits. */
export function usd(dollars: number): string {
  if (dollars === 0) return "$0";
  if (dollars < 0.0001) return "< $0.0001";
  return `$${dollars.toFixed(dollars >= 0.1 ? 2 : dollars >= 0.01 ? 3 : 4)}`;
}

/** The reduction from one amount to another, in percent. */
export function less(before: number, after: number): string {
  return before === 0
    ? "0%"
    : `${(((before - after) / before) * 100).toFixed(1).replace(/\.0$/, "")}%`;
}
