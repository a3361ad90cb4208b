import { withThousands } from "./thousands.ts";

/**
 * A number with a given count of digits behind the point, as `toLocaleString("en-US")` writes it: `1,234.50`.
 * Rounds decimally, halves away from zero; `toFixed` makes `1.00` of 1.005. The first call of `toLocaleString`
 * takes Node 12 ms.
 */
export function fixed(value: number, digits: number): string {
  const size = Math.abs(value);
  if (!(size < MAX_SIZE)) return localised(value, digits);
  const [mantissa = "", exponent] = size.toExponential().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const units = rounded(BigInt(whole + fraction), digits + Number(exponent) - fraction.length);
  const text = String(units).padStart(digits + 1, "0");
  const point = text.length - digits;
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const rest = digits === 0 ? "" : `.${text.slice(point)}`;
  return `${sign}${withThousands(Number(text.slice(0, point)))}${rest}`;
}

/** From here on digits before the point may not be all there. */
const MAX_SIZE = 1e15;

function localised(value: number, digits: number): string {
  return value.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Units times ten to a power, as a whole number. */
function rounded(units: bigint, power: number): bigint {
  if (power >= 0) return units * 10n ** BigInt(power);
  const part = 10n ** BigInt(-power);
  return (units + part / 2n) / part;
}
