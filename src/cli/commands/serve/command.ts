import { command } from "../../options/command-declaration.ts";
import { usage } from "../../options/usage-error.ts";
import { SERVE_FLAGS } from "./flags.ts";

export const serve = command({
  summary: "a proxy between agent and provider: shortens large new results",
  description:
    "A proxy on this machine between an agent and its provider: point the agent's base URL at it. " +
    "Requests are spliced, never rebuilt; replies are piped as they come. Without a policy it only " +
    "counts, and changes nothing. Whatever goes wrong, the original request is sent.",
  takes: { usage: "[words...]", shown: "[status]", first: ["status"] },
  flags: SERVE_FLAGS,
  common: ["upstream", "policy", "firstSight", "window", "every", "port", "archive", "state"],
  notes: `A line for each request goes to stdout as NDJSON: path, status, results, what
was shortened, tokens read from the cache and written to it; no bodies and no
keys.
http://127.0.0.1:8019/_elision is a page with the latest conversations,
/metrics is for Prometheus, /_elision/status is JSON, /healthz says ok.
elision serve status asks the proxy that runs on --port.
docs/serve.md says all that it promises.`,
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
    ["elision serve status", "what a running proxy did so far"],
    ["ANTHROPIC_BASE_URL=http://127.0.0.1:8019 claude", "an agent that uses it"],
  ],
  exitCodes: [
    ["0", "ended by SIGTERM or SIGINT, all requests done"],
    ["2", "usage error, the port is taken, or status finds no proxy"],
  ],
  run: async (shell, words, flags) => {
    if (words.length === 0) return (await import("./run.ts")).serveCommand(shell, flags);
    if (words.length === 1 && words[0] === "status")
      return (await import("./status.ts")).serveStatus(shell, flags);
    throw usage(
      `serve takes no ${JSON.stringify(words.join(" "))}`,
      "elision serve --upstream URL starts a proxy, elision serve status asks a running one",
    );
  },
});
