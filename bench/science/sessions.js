/** The turns that sessions stop at. */
const CAP = 250;

/** Sessions of equal turns in OpenAI's shape, whose chars are four to a token. */
export function sessionOf({ start, action, observation, turns }) {
  const lines = [{ role: "user", content: "s".repeat(4 * start) }];
  for (let k = 0; k < turns; k++) {
    const name = "bash";
    const call = {
      id: `c${k}`,
      type: "function",
      function: { name, arguments: "a".repeat(Math.max(2, 4 * action - name.length)) },
    };
    lines.push(
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: `c${k}`, content: linesOf(4 * observation) },
    );
  }
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

function linesOf(chars) {
  const line = `${"o".repeat(49)}\n`;
  return line.repeat(Math.ceil(chars / line.length)).slice(0, chars);
}

/** Numbers of turns with this mean and median, each as probable: log-normal, cut off at the cap. */
export function lengths({ turns: mean, median }, count = 15) {
  const at = (sigma) =>
    Array.from({ length: count }, (_, k) =>
      Math.min(CAP, Math.max(1, Math.round(median * Math.exp(sigma * normal((k + 0.5) / count))))),
    );
  let [low, high] = [0, 3];
  for (let round = 0; round < 40; round++) {
    const middle = (low + high) / 2;
    if (meanOf(at(middle)) < mean) low = middle;
    else high = middle;
  }
  return at(high);
}

export function meanOf(values) {
  return values.reduce((all, value) => all + value, 0) / values.length;
}

/** The quantile of the normal distribution (Abramowitz & Stegun 26.2.23, off by 4.5e-4 at most). */
function normal(p) {
  if (p > 0.5) return -normal(1 - p);
  const t = Math.sqrt(-2 * Math.log(p));
  const top = 2.515517 + 0.802853 * t + 0.010328 * t * t;
  return top / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3) - t;
}

/**
 * Start and turn of equal turns under which sessions of these lengths have the published mean prompt and sum of
 * prompts: two linear equations.
 */
export function fitTurns({ turns, median, perTurn, sum }) {
  const all = lengths({ turns, median });
  const half = meanOf(all.map((length) => (length - 1) / 2));
  const total = meanOf(all);
  const pairs = meanOf(all.map((length) => (length * (length - 1)) / 2));
  const turn = (sum - perTurn * total) / (pairs - half * total);
  return { start: perTurn - turn * half, turn };
}
