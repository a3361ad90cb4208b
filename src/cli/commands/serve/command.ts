import { command } from "../../options/command-declaration.ts";
import { SERVE_FLAGS } from "./flags.ts";

export const serve = command({
  summary: "stands between agent and provider: shortens new large results",
  description:
    "Stands between an agent and its provider, as a proxy on this machine: point the agent's base URL at it. " +
    "Requests are spliced, never rebuilt; replies are piped as they come. Without a policy it changes nothing and " +
    "counts. Whatever goes wrong, the original request is sent.",
  flags: SERVE_FLAGS,
  common: ["upstream", "policy", "firstSight", "window", "every", "port", "archive", "state"],
  notes: `A line for each request goes to stdout as NDJSON: path, status, results, what
was shortened, tokens read from the cache and written to it; no bodies and no
keys.
http://127.0.0.1:8019/metrics is for Prometheus, /_elision/status has the sums,
/healthz says ok. docs/serve.md says all that it promises.`,
  examples: [
    ["elision serve --upstream https://api.anthropic.com", "change nothing, count"],
    [
      "elision serve --upstream https://api.anthropic.com --policy first-sight",
      "shorten results over 8k chars when they are new",
    ],
    [
      "elision serve --upstream https://api.openai.com --policy window --every 25",
      "mask results older than 10 turns, at every 25th turn",
    ],
    ["ANTHROPIC_BASE_URL=http://127.0.0.1:8019 claude", "an agent that uses it"],
  ],
  exitCodes: [
    ["0", "ended by SIGTERM or SIGINT, all requests done"],
    ["2", "usage error, or the port is taken"],
  ],
  run: async (shell, _words, flags) => (await import("./run.ts")).serveCommand(shell, flags),
});
