import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { Agent } from "./agent.ts";

const PACKED = "node_modules/@xai-official/grok-linux-x64/bin/grok.br";

/** Grok Build with a model of one's own; its sessions are folders, resumed by their name. */
export const grok: Agent = {
  name: "Grok Build",
  packages: ["@xai-official/grok-linux-x64@1.0.41"],
  prepare({ home, url, packages }) {
    const program = join(packages, "grok");
    if (!existsSync(program)) {
      const unpacked = brotliDecompressSync(readFileSync(join(packages, PACKED)));
      writeFileSync(program, unpacked, { mode: 0o755 });
    }
    mkdirSync(join(home, ".grok"), { recursive: true });
    const config = [
      '[models]\ndefault = "local"',
      `[model.local]\nmodel = "m"\nname = "local"\nbase_url = "${url}/v1"\nenv_key = "LOCAL_KEY"`,
      'api_backend = "chat_completions"\ncontext_window = 200000',
      "[cli]\nauto_update = false",
    ];
    writeFileSync(join(home, ".grok/config.toml"), `${config.join("\n")}\n`);
  },
  command({ packages }, prompt, session) {
    const resume = session === undefined ? [] : ["--resume", session];
    return {
      program: join(packages, "grok"),
      argv: [...resume, "-m", "local", "--always-approve", "--no-subagents", "-p", prompt],
      env: { LOCAL_KEY: "k" },
    };
  },
  sessions: /^\.grok\/sessions\/[^/]+\/[^/]+\/chat_history\.jsonl$/,
  idOf: (file) => basename(dirname(file)),
};
