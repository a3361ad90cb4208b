import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Agent } from "./agent.ts";

/** The program of the last version says that there is a new one, and does no more; what it was is still in it. */
const PROGRAM =
  "import sys; from kimi_cli.__main__ import run_original_cli as run; run(sys.argv[1:])";

/** Kimi CLI, whose sessions have a file of lines that is sent; one is resumed by its id. */
export const kimiCli: Agent = {
  name: "Kimi CLI",
  packages: ["kimi-cli==1.52.0"],
  from: "pypi",
  prepare({ home, url }) {
    mkdirSync(join(home, ".kimi"), { recursive: true });
    const config = [
      'default_model = "m"',
      '[models.m]\nprovider = "local"\nmodel = "m"\nmax_context_size = 200000',
      'capabilities = ["image_in"]',
      `[providers.local]\ntype = "openai_legacy"\nbase_url = "${url}/v1"\napi_key = "k"`,
    ];
    writeFileSync(join(home, ".kimi/config.toml"), `${config.join("\n")}\n`);
  },
  command({ packages }, prompt, session) {
    const resume = session === undefined ? [] : ["--resume", session];
    return {
      program: join(packages, "venv/bin/python"),
      argv: ["-c", PROGRAM, "--print", "--yolo", ...resume, "-p", prompt],
      env: {},
    };
  },
  sessions: /^\.kimi\/sessions\/[^/]+\/[^/]+\/context\.jsonl$/,
  idOf: (file) => basename(dirname(file)),
};
