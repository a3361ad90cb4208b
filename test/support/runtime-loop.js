/** A loop of twelve steps for runtimes other than Node's newest: what they make of it is one line of JSON. */
import { createRequire } from "node:module";
import { check, compact } from "elision";
import { createCompactor as createForAnthropic } from "elision/anthropic";
import { anthropic, createCompactor } from "elision/loop";
import { reduce } from "elision/messages";

const text = (k) => Array.from({ length: 60 }, (_, line) => `step ${k}, line ${line}`).join("\n");

function loop(compactor) {
  const messages = [{ role: "user", content: "Go." }];
  let prompt = [];
  for (let k = 0; k < 12; k++) {
    const content = [{ type: "tool_result", tool_use_id: `c${k}`, content: text(k) }];
    messages.push(
      { role: "assistant", content: [{ type: "tool_use", id: `c${k}`, name: "f", input: { k } }] },
      { role: "user", content },
    );
    const next = compactor.next(messages);
    const isPrefix = JSON.stringify(next).startsWith(JSON.stringify(prompt).slice(0, -1));
    if (!isPrefix) throw new Error(`the prompt of step ${k} changed what was sent before`);
    prompt = next;
  }
  const [{ content: sent }] = prompt.at(-1).content;
  const [, ref] = /show ([0-9a-f]{12})/.exec(sent) ?? [];
  return { messages, prompt, isOriginal: compactor.original(ref) === text(11) };
}

const { messages, prompt, isOriginal } = loop(
  createCompactor({ reader: anthropic, firstSight: 400 }),
);
const required = createRequire(import.meta.url);
const names = [
  "elision",
  "elision/anthropic",
  "elision/loop",
  "elision/messages",
  "elision/reduce",
];
const { transcripts } = compact(Buffer.from(JSON.stringify({ messages })), { window: 1 });
console.log(
  JSON.stringify({
    isOriginal,
    isSame:
      JSON.stringify(loop(createForAnthropic({ firstSight: 400 })).prompt) ===
      JSON.stringify(prompt),
    isSameRequired:
      JSON.stringify(
        loop(required("elision/messages").createCompactor({ firstSight: 400 })).prompt,
      ) === JSON.stringify(prompt),
    masked: reduce(messages, { window: 1, windowUnit: "turns" }).maskedCount,
    maskedInBytes: transcripts[0].maskedCount,
    findings: check(prompt).findings.length,
    required: names.map((name) => Object.keys(required(name)).length > 0),
  }),
);
