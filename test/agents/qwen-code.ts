import { basename, join } from "node:path";
import type { Agent } from "./agent.ts";

/** Qwen Code, whose chats are files of lines; it is resumed by the session's id. */
export const qwenCode: Agent = {
  name: "Qwen Code",
  packages: ["@qwen-code/qwen-code@0.24.4"],
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
