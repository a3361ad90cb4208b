import { asOpenAi } from "../conversations.ts";
import type { Writer } from "./writer.ts";

/** A trace of Langfuse with one generation, whose prompt is JSON in a string, and the run of a tool. */
export const langfuse: Writer = {
  layout: "document",
  write(conversation) {
    const common = { traceId: "t", startTime: "2026-03-03T09:00:00.000Z", level: "DEFAULT" };
    const input = JSON.stringify(asOpenAi(conversation));
    const output = JSON.stringify({ role: "assistant", content: "That is all." });
    return [
      {
        trace: { id: "t", name: "run", input: null, output: null, metadata: "{}" },
        observations: [
          { id: "1", ...common, type: "GENERATION", name: "chat", input, output, latency: 1.0 },
          { id: "2", ...common, type: "SPAN", name: "agent", input: null, output: null },
        ],
      },
    ];
  },
};
