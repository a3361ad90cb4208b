import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Agent } from "./agent.ts";

/** Qwen Code, whose chats are files of lines; it is resumed by the session's id. */
export const qwenCode: Agent = {
  name: "Qwen Code",
  packages: ["@qwen-code/qwen-code@0.24.4"],
  prepare({ home }) {
    mkdirSync(join(home, ".qwen"), { recursive: true });
    const generationConfig = { contextWindowSize: 200_000, modalities: { image: true } };
    const settings = { model: { generationConfig } };
    writeFileSync(join(home, ".qwen/settings.json"), JSON.stringify(settings));
  },
  command({ url, packages }, prompt, session) {
    const resume = session === undefined ? [] : ["--resume", session];
    return {
      program: join(packages, "node_modules/.bin/qwen"),
      argv: [...resume, "-p", prompt, "--yolo", "--auth-type", "openai"],
      env: { OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: "m" },
    };
  },
  sessions: /^\.qwen\/projects\/.*\/chats\/[^/]*\.jsonl$/,
  idOf: (file) => basename(file, ".jsonl"),
};
