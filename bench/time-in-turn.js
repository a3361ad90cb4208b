import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";

/**
 * The median seconds of wall clock of each command. They take turns, so that what slows the machine slows all;
 * the first run of each warms up and does not count. A command that is not installed is left out, and named.
 */
export function timeInTurn(entrants, count) {
  const seconds = Object.fromEntries(Object.keys(entrants).map((name) => [name, []]));
  for (let run = 0; run <= count; run++) {
    for (const [name, command] of Object.entries(entrants)) {
      const elapsed = name in seconds ? time(command) : undefined;
      if (elapsed === undefined) delete seconds[name];
      else if (run > 0) seconds[name].push(elapsed);
    }
  }
  return Object.fromEntries(Object.entries(seconds).map(([name, all]) => [name, median(all)]));
}

export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

function time([command, ...args]) {
  const output = openSync("/dev/null", "w");
  const start = process.hrtime.bigint();
  const { status, error } = spawnSync(command, args, { stdio: ["ignore", output, output] });
  const elapsed = Number(process.hrtime.bigint() - start) / 1e9;
  closeSync(output);
  if (error?.code === "ENOENT") {
    console.error(`${command} is not installed: left out`);
    return undefined;
  }
  if (status > 1 || status === null) {
    throw new Error(`${command} ${args.join(" ")} failed: ${status ?? error}`);
  }
  return elapsed;
}
