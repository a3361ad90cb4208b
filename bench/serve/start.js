import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const PROGRAM = process.env.ELISION_PROGRAM ?? here("../../bin/elision.js");

/** Starts `elision serve` on a free port; `ELISION_PROGRAM` names another build, `NODE_FLAGS` flags of node. */
export function startServe(upstream, options) {
  const flags = (process.env.NODE_FLAGS ?? "").split(" ").filter(Boolean);
  const argv = [...flags, PROGRAM, "serve", "-q", "--port", "0", ...options];
  return started([...argv, "--upstream", `http://127.0.0.1:${upstream}`]);
}

/** Starts the bare pass-through, a process like the other. */
export function startBare(upstream) {
  return started([here("bare.js"), String(upstream)]);
}

function started(argv) {
  const child = spawn(process.execPath, argv, {
    stdio: ["ignore", process.env.BENCH_OUT ? "inherit" : "ignore", "pipe"],
  });
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`ended with ${code}`)));
    child.stderr.on("data", (text) => {
      const port = /127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      if (port !== undefined) resolve({ child, port: Number(port) });
    });
  });
}

/** The milliseconds of processor time that a process took so far, all threads; NaN where the system does not tell. */
export function cpuOf({ child }) {
  try {
    const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
    const [user, system] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 14);
    return (Number(user) + Number(system)) * 10;
  } catch {
    return Number.NaN;
  }
}
