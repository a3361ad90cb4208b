/** A proxy on loopback between a client and an upstream that the test answers for. */
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { LiveStatus } from "../../src/api/live/live-status.ts";
import { createTunnels } from "../../src/serve/drain.ts";
import type { EditingOptions } from "../../src/serve/editor/editing.ts";
import { createEditor } from "../../src/serve/editor/editor.ts";
import { createMemoNotice } from "../../src/serve/editor/memo-notice.ts";
import type { EditorThread } from "../../src/serve/editor/replaceable-thread.ts";
import type { EditorTimes } from "../../src/serve/editor/timed-editor.ts";
import { createProxyServer } from "../../src/serve/http/proxy-server.ts";
import { parseUpstreams } from "../../src/serve/http/upstreams.ts";
import { createLiveLog } from "../../src/serve/metrics/live-log.ts";
import { createMetrics } from "../../src/serve/metrics/metrics.ts";
import type { RequestLine } from "../../src/serve/metrics/request-line.ts";
import { createProxy } from "../../src/serve/proxy.ts";
import { passUpgrades } from "../../src/serve/upgrade.ts";
import { editorHere } from "./editor-here.ts";

/** A request as it reached the upstream. */
export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
  readonly trailers: readonly string[];
}

/** A reply as it reached the client. */
export interface Replied {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
  readonly trailers: readonly string[];
}

type Answer = (response: ServerResponse, arrived: Arrived, request: IncomingMessage) => void;

/** An editor that has all the time it needs: what is late is tested by itself. */
const PATIENT: EditorTimes = { late: 60_000, stuck: 120_000 };

/** Starts both servers; they end with the test. */
export async function proxyWorld({
  answer = (response) => void response.end("{}"),
  editing = {},
  start,
  times = PATIENT,
  token,
  anyHost = false,
  showsText = false,
  forecast = {},
  to,
}: {
  readonly answer?: Answer;
  readonly editing?: Partial<EditingOptions>;
  readonly start?: () => EditorThread;
  readonly times?: EditorTimes;
  readonly token?: string;
  readonly anyHost?: boolean;
  readonly showsText?: boolean;
  readonly forecast?: Pick<LiveStatus, "forecast" | "forecastCommand">;
  /** Another address than that of the upstream that the test answers for. */
  readonly to?: string | undefined;
} = {}) {
  const arrived: Arrived[] = [];
  const upstream = http.createServer({ maxHeaderSize: 1024 * 1024 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", rawHeaders: headers, rawTrailers: trailers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks), trailers };
      arrived.push(one);
      answer(response, one, request);
    });
  });
  upstream.maxHeadersCount = 0;
  const upstreamPort = await listen(upstream);
  const upstreams = parseUpstreams([to ?? `http://127.0.0.1:${upstreamPort}`]);
  const notice = createMemoNotice();
  const options = { policy: "first-sight", firstSight: 1000, notice, ...editing } as const;
  const metrics = createMetrics();
  const editor = createEditor(start ?? (() => editorHere(options)), {
    ...{ times, policy: options },
    onTime: metrics.edited,
  });
  const lines: RequestLine[] = [];
  const live = createLiveLog({ showsText });
  const status = () => ({
    ...{ policy: options.policy, upstreams: ["http://127.0.0.1"], upSeconds: 1 },
    sums: metrics.sums,
    saving: live.saving(),
    ...forecast,
    conversations: live.conversations(performance.now()),
  });
  const access = { hosts: anyHost ? undefined : ["127.0.0.1", "localhost"], token };
  const log = (line: RequestLine) => void lines.push(line);
  const now = () => performance.now();
  const observes = options.policy === "observe";
  const proxy = createProxy({
    ...{ access, upstreams, editor, metrics, live },
    ...{ status, observes, log, now },
  });
  const server = createProxyServer((request, response) => void proxy(request, response));
  const tunnels = createTunnels();
  passUpgrades(server, { access, upstreams, tunnels, metrics, log, now });
  const port = await listen(server);
  onTestFinished(async () => {
    await editor.close();
    for (const each of [server, upstream]) {
      each.closeAllConnections();
      each.close();
    }
  });
  return {
    arrived,
    lines,
    metrics,
    editor,
    port,
    upstream,
    server,
    tunnels,
    url: `http://127.0.0.1:${port}`,
    post: (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
      send(port, { method: "POST", path, headers }, body),
    get: (path: string, headers: Record<string, string> = {}) =>
      send(port, { method: "GET", path, headers }),
  };
}

function listen(server: http.Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

/** Sends a request, and gives its whole reply; rejects where that is broken off. */
export function send(
  port: number,
  options: http.RequestOptions,
  body?: string | Buffer,
): Promise<Replied> {
  return new Promise((resolve, reject) => {
    const given = { host: "127.0.0.1", port, agent: false, maxHeaderSize: 1024 * 1024, ...options };
    const request = http.request(given, (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("error", reject);
      reply.on("end", () =>
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.rawHeaders,
          body: Buffer.concat(chunks),
          trailers: reply.rawTrailers,
        }),
      );
    });
    request.maxHeadersCount = 0;
    request.on("error", reject);
    request.end(body);
  });
}
