import {
  duration,
  jobCount,
  otherFile,
  size,
  text,
  webAddress,
  wholeNumber,
} from "./argument-types.ts";
import type { Flags } from "./flag.ts";

/** The options that select a model and limit its use. */
export const MODEL_FLAGS = {
  model: {
    flags: "--model <name>",
    description:
      "let this model write summaries and reflections: anthropic, anthropic:NAME, openai:NAME or command:COMMAND; texts are sent to it",
    group: "Model",
    type: text,
  },
  modelUrl: {
    flags: "--model-url <url>",
    description: "the address of a server that speaks the provider's protocol",
    brief: "the address of the model's server",
    group: "Model",
    type: webAddress,
  },
  modelCache: {
    flags: "--model-cache <file>",
    description: "keep replies in this file, so that you pay for none twice",
    brief: "keep replies here, so that you pay once",
    group: "Model",
    type: otherFile,
  },
  maxModelCalls: {
    flags: "--max-model-calls <n>",
    description: "the most calls of the model",
    group: "Model",
    type: wholeNumber,
  },
  maxModelTokens: {
    flags: "--max-model-tokens <size>",
    description: "the most tokens, of prompts and replies together",
    group: "Model",
    type: size,
  },
  modelTimeout: {
    flags: "--model-timeout <time>",
    description: "how long a call may take: 30s (default: 2m)",
    group: "Model",
    type: duration,
  },
  modelJobs: {
    flags: "--model-jobs <n>",
    description: "how many calls to make at once",
    group: "Model",
    type: jobCount,
    default: 4,
  },
} as const satisfies Flags;
