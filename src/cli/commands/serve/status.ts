import http from "node:http";
import type { LiveStatus } from "../../../api/live/live-status.ts";
import { liveText } from "../../../report/live/live-text.ts";
import { TOKEN_HEADER } from "../../../serve/http/access.ts";
import { usage } from "../../options/usage-error.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import { tableWidth } from "../../terminal/stream-width.ts";
import { textOutput } from "../../terminal/text-output.ts";
import type { ServeFlags } from "./flags.ts";
import { shownAddress } from "./shown-address.ts";

/** Shows the state of a proxy that runs. Gives the exit code. */
export async function serveStatus(shell: Shell, flags: ServeFlags): Promise<number> {
  const text = await askForStatus(shell, flags);
  const status = statusIn(text, flags);
  const output = textOutput(shell);
  output.put(
    flags.report === "json"
      ? text
      : liveText(status, { columns: tableWidth(shell.stdout, shell.env) }),
  );
  await output.flush();
  return EXIT.done;
}

function askForStatus(shell: Shell, { host, port, token }: ServeFlags): Promise<string> {
  const given = token ?? shell.env.ELISION_TOKEN;
  const headers = given === undefined ? {} : { [TOKEN_HEADER]: given };
  // A proxy that listens on all addresses also listens on loopback.
  const address = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  const options = { host: address, port, path: "/_elision/status", headers, agent: false };
  return new Promise((resolve, reject) => {
    const refuse = (why: string) => reject(noProxy(shownAddress(host, port), why));
    const request = http.get({ ...options, timeout: 5000 }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("error", ({ message }) => refuse(message));
      reply.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        if (reply.statusCode === 200) resolve(text);
        else refuse(reply.statusCode === 403 ? "it refuses: is the --token right?" : "no answer");
      });
    });
    request.on("timeout", () => request.destroy(new Error("it does not answer")));
    request.on("error", (error: NodeJS.ErrnoException) =>
      refuse(error.code === "ECONNREFUSED" ? "nothing listens there" : error.message),
    );
  });
}

function statusIn(text: string, { host, port }: ServeFlags): LiveStatus {
  try {
    const status: LiveStatus = JSON.parse(text);
    // An older version of the proxy may be running, whose state has no savings.
    if (Array.isArray(status.conversations)) return { ...NOTHING_SAVED, ...status };
  } catch {
    // Another program.
  }
  throw noProxy(shownAddress(host, port), "what answers there is another program");
}

const NOTHING_SAVED = { saving: { billed: 0, saved: 0 } } as const;

function noProxy(where: string, why: string): Error {
  return usage(
    `no elision serve at ${where}: ${why}`,
    "start one with elision serve --upstream URL, or name its --port",
  );
}
