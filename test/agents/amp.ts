import { basename, join } from "node:path";
import type { Agent } from "./agent.ts";

/** What is sent of a command, whose exit code is by itself in the thread. */
const SHELL = /^<output>(.*)<\/output>\n<exitCode>-?\d+<\/exitCode>$/s;

/** Amp as it was while it kept threads on disk: now they are on its server alone. A provider is its server here. */
export const amp: Agent = {
  name: "Amp",
  packages: ["@sourcegraph/amp@0.0.1774569934-g39e3ec"],
  command({ url, packages }, prompt, session) {
    const resume = session === undefined ? [] : ["threads", "continue", session];
    return {
      program: join(packages, "node_modules/.bin/amp"),
      argv: [...resume, "--dangerously-allow-all", "-x", prompt],
      env: { AMP_URL: url, AMP_API_KEY: "k", AMP_SKIP_UPDATE_CHECK: "1" },
    };
  },
  sessions: /^\.local\/share\/amp\/threads\/T-[^/]+\.json$/,
  bare: (result) => SHELL.exec(result)?.[1] ?? result,
  idOf: (file) => basename(file, ".json"),
};
