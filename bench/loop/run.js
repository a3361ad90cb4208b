/**
 * The cost of a call in an agent's loop of 200 steps, 400 messages and 2 MB: processor time of each, in
 * turns, so that all have the same machine. `npm run bench:loop`; no figure is asserted.
 */
import { AIMessage, HumanMessage, ToolMessage, trimMessages } from "@langchain/core/messages";
import { pruneMessages } from "ai";
import { ClearToolUsesEdit } from "langchain";
import { createCompactor, reduce } from "../../dist/messages.js";
import { reduce as reduceSmall, vercelModel } from "../../dist/reduce.js";

const STEPS = 200;
const RESULT = 10_000;
/** As many calls as a loop makes before its last ones: code is warm by then. */
const ROUNDS = 100;

const text = (step) => `${step}: ${"a line of what a tool said\n".repeat(RESULT / 27)}`;

const vercel = [{ role: "user", content: "Go." }];
const langchain = [new HumanMessage("Go.")];
for (let step = 1; step < STEPS; step++) {
  const id = `c${step}`;
  vercel.push(
    {
      role: "assistant",
      content: [{ type: "tool-call", toolCallId: id, toolName: "f", input: { step } }],
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: id,
          toolName: "f",
          output: { type: "text", value: text(step) },
        },
      ],
    },
  );
  langchain.push(
    new AIMessage({ content: "", tool_calls: [{ id, name: "f", args: { step } }] }),
    new ToolMessage({ content: text(step), tool_call_id: id, name: "f" }),
  );
}

/** A compactor that has seen all but the last step, or all of it. */
function seen(messages, shape, { but = 0, ...options } = {}) {
  const compactor = createCompactor({ shape, ...options });
  compactor.next(messages.slice(0, messages.length - but));
  return compactor;
}

const parsed = JSON.parse(JSON.stringify(vercel));

const JOBS = {
  "nothing new, same objects": (() => {
    const compactor = seen(vercel, "vercel-model");
    return () => compactor.next(vercel);
  })(),
  "nothing new, parsed anew": (() => {
    const compactor = seen(vercel, "vercel-model");
    return () => compactor.next(parsed);
  })(),
  "nothing new, window 10, LangChain": (() => {
    const compactor = seen(langchain, "langchain-flat", { window: 10 });
    return () => compactor.next(langchain);
  })(),
  "one step new": () => seen(vercel, "vercel-model", { but: 2 }),
  "all of it new": () => seen(vercel, "vercel-model"),
  "reduce, window 10": () =>
    reduce(vercel, { shape: "vercel-model", window: 10, windowUnit: "turns" }),
  "reduce of elision/reduce": () =>
    reduceSmall(vercel, { reader: vercelModel, window: 10, windowUnit: "turns" }),
  "AI SDK pruneMessages": () =>
    pruneMessages({ messages: vercel, toolCalls: "before-last-20-messages" }),
  "LangChain trimMessages": () =>
    trimMessages(langchain, {
      maxTokens: 50,
      tokenCounter: (messages) => messages.length,
      strategy: "last",
    }),
  "LangChain context editing": () =>
    new ClearToolUsesEdit({ trigger: { tokens: 1000 }, keep: { messages: 10 } }).apply({
      messages: [...langchain],
      countTokens: (messages) => messages.length * 100,
    }),
  "no compaction": () => [...vercel],
};

const times = Object.fromEntries(Object.keys(JOBS).map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round++)
  for (const [name, job] of Object.entries(JOBS)) {
    // What is measured is the last step alone.
    const isStep = name === "one step new";
    const compactor = isStep ? job() : undefined;
    const start = process.cpuUsage();
    if (isStep) compactor.next(vercel);
    else await job();
    const { user, system } = process.cpuUsage(start);
    times[name].push((user + system) / 1000);
  }

console.log(
  `${vercel.length} messages, ${(JSON.stringify(vercel).length / 1e6).toFixed(1)} MB; ms of processor time a call`,
);
for (const [name, all] of Object.entries(times)) {
  const sorted = all.sort((a, b) => a - b);
  console.log(
    `${name.padEnd(36)}${sorted[Math.floor(ROUNDS / 2)].toFixed(2).padStart(8)}  (least ${sorted[0].toFixed(2)})`,
  );
}
