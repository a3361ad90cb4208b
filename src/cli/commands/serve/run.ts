import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { LiveStatus } from "../../../api/live/live-status.ts";
import { createTunnels, drained } from "../../../serve/drain.ts";
import { createEditor } from "../../../serve/editor/editor.ts";
import { createMemoNotice } from "../../../serve/editor/memo-notice.ts";
import { startEditorThread } from "../../../serve/editor/start-thread.ts";
import { tuneCollector } from "../../../serve/editor/tune-collector.ts";
import { warmUpLook } from "../../../serve/editor/warm-up.ts";
import { createProxyServer } from "../../../serve/http/proxy-server.ts";
import { inWords } from "../../../serve/http/upstreams.ts";
import { createLiveLog } from "../../../serve/metrics/live-log.ts";
import { createMetrics, type Gauges, type ProxyMetrics } from "../../../serve/metrics/metrics.ts";
import { processGauges } from "../../../serve/metrics/process-gauges.ts";
import type { RequestLine } from "../../../serve/metrics/request-line.ts";
import { requestLog } from "../../../serve/metrics/request-log.ts";
import { savingGauges } from "../../../serve/metrics/saving-gauges.ts";
import { createProxy } from "../../../serve/proxy.ts";
import { passUpgrades } from "../../../serve/upgrade.ts";
import { usage } from "../../options/usage-error.ts";
import { EXIT, type Shell } from "../../terminal/shell.ts";
import type { ServeFlags } from "./flags.ts";
import { forecastFor } from "./forecast.ts";
import { accessOf, editingOf, policyInWords, policyOf, upstreamsOf } from "./serve-options.ts";
import { shownAddress } from "./shown-address.ts";

/** Serves until a signal ends it. Gives the exit code. */
export async function serveCommand(shell: Shell, flags: ServeFlags): Promise<number> {
  if (flags.report !== undefined)
    throw usage("--report is for serve status", "elision serve status --report json");
  const upstreams = upstreamsOf(flags);
  const access = accessOf(shell, flags);
  const forecast = forecastFor(policyOf(flags), flags.forecast);
  const editing = { ...(await editingOf(shell, flags)), notice: createMemoNotice() };
  let gauges: () => Gauges = () => ({});
  const metrics = createMetrics(() => ({ ...gauges(), ...savingGauges(status()) }));
  const observes = editing.policy === "observe";
  tuneCollector();
  const first = startEditorThread(editing);
  let unused: ReturnType<typeof startEditorThread> | undefined = first;
  const editor = createEditor(
    () => {
      const thread = unused ?? startEditorThread(editing);
      unused = undefined;
      return thread;
    },
    observes ? { times: UNHURRIED } : { policy: editing, onTime: metrics.edited },
  );
  const now = () => performance.now();
  const live = createLiveLog({ showsText: flags.showText ?? false });
  const began = now();
  const status = (): LiveStatus => ({
    policy: policyInWords(editing),
    upstreams: upstreams.map(inWords),
    upSeconds: Math.round((now() - began) / 1000),
    sums: metrics.sums,
    saving: live.saving(),
    ...forecast,
    conversations: live.conversations(now()),
  });
  const options = { access, upstreams, editor, metrics, live, status, observes, now };
  const log = logOf(shell, flags, metrics);
  const proxy = createProxy({ ...options, log });
  const server = createProxyServer((request, response) => void proxy(request, response));
  const tunnels = createTunnels();
  passUpgrades(server, { ...options, log, tunnels });
  // While the thread starts.
  if (!observes) warmUpLook(editing);
  try {
    await first.ready.catch(cannotStart);
    await listening(server, flags);
    // The time that starting took does not count as a pause of the event loop.
    gauges = processGauges();
    const { port } = server.address() as AddressInfo;
    shell.stderr.write(
      `elision: serving on http://${shownAddress(flags.host, port)} (${flags.policy}); Ctrl-C ends it\n`,
    );
    await untilSignal();
    const onWaiting = () => shell.stderr.write(WAITING);
    await drained(server, tunnels, { onWaiting });
    return EXIT.done;
  } finally {
    await unused?.end();
    await editor.close();
  }
}

/** For a user who pressed Ctrl-C and waits. */
const WAITING = "elision: waiting for the requests in flight; Ctrl-C again ends without them\n";

/** If nothing is edited, no request waits for the editor. */
const UNHURRIED = { late: 10_000, stuck: 30_000 };

/** Without the thread, nothing would be edited or counted. */
function cannotStart(error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  throw usage(`cannot edit requests: ${why}`, "look at the folders of --state and --archive");
}

/** The log on stdout, or none. */
function logOf(
  shell: Shell,
  { quiet }: ServeFlags,
  metrics: ProxyMetrics,
): (line: RequestLine) => void {
  if (quiet) return () => {};
  const onDropped = () => metrics.count("log_lines_dropped");
  return requestLog((bytes) => shell.stdout.write([bytes]), { onDropped });
}

function listening(server: Server, { port, host }: ServeFlags): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "it is taken" : error.message;
      const where = shownAddress(host, port);
      reject(usage(`cannot listen on ${where}: ${why}`, "choose another with --port"));
    });
    server.listen(port, host, () => resolve());
  });
}

/** Resolves at the first signal to end; a second one ends the program at once. */
function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
