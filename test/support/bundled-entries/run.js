/** A short loop, whose outcome tells that the bundle works: what is sent of a result, and what was there. */
export const TEXT = Array.from({ length: 60 }, (_, line) => `line ${line} of a long résumé`).join(
  "\n",
);

export function run(compactor) {
  const messages = [
    { role: "user", content: "Go." },
    { role: "assistant", content: [{ type: "tool_use", id: "c", name: "f", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: TEXT }] },
  ];
  return outcomeOf(compactor, compactor.next(messages)[2].content[0].content);
}

export function runItems(compactor) {
  const items = [
    { role: "user", content: "Go." },
    { type: "function_call", call_id: "c", name: "f", arguments: "{}" },
    { type: "function_call_output", call_id: "c", output: TEXT },
  ];
  return outcomeOf(compactor, compactor.next(items)[2].output);
}

function outcomeOf(compactor, sent) {
  const ref = /show ([0-9a-f]{12})/.exec(sent)[1];
  return [ref, compactor.original(ref) === TEXT];
}
