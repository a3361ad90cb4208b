import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Gauges } from "./metrics.ts";

/** The memory of this process, and the delays of its event loop from now on. */
export function processGauges(): () => Gauges {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return () => {
    const seconds = (nanoseconds: number) => Math.round(nanoseconds / 1000) / 1e6;
    const { rss, heapUsed } = process.memoryUsage();
    return {
      process_resident_memory_bytes: { help: "Memory of the process", value: rss },
      nodejs_heap_size_used_bytes: { help: "Memory of its main thread's objects", value: heapUsed },
      nodejs_eventloop_lag_p50_seconds: {
        help: "Median time between turns of the event loop, of 10 ms at least",
        value: seconds(delay.percentile(50)),
      },
      nodejs_eventloop_lag_p99_seconds: {
        help: "The same, 99th percentile",
        value: seconds(delay.percentile(99)),
      },
      nodejs_eventloop_lag_max_seconds: { help: "The longest of these", value: seconds(delay.max) },
    };
  };
}
