import { hasNothingAbove } from "../../api/live/request-look.ts";
import { createEditing, type EditingOptions } from "./editing.ts";

/** Rounds after which V8 has compiled the code of an edit. */
const ROUNDS = 30;

/** The size of results that are made up where none are shortened. */
const MADE_UP_CHARS = 8000;

/** Edits a made-up request of each wire format several times, so that the first real one is not slow. */
export function warmUp({ firstSight = MADE_UP_CHARS }: Pick<EditingOptions, "firstSight">): void {
  const editing = createEditing({ policy: "observe", firstSight });
  const text = "A line of output.\n".repeat(Math.ceil(firstSight / 8));
  const call = { id: "c", type: "function", function: { name: "run", arguments: "{}" } };
  const bodies = [
    [
      "openai-chat",
      {
        messages: [
          USER,
          { role: "assistant", tool_calls: [call] },
          { role: "tool", tool_call_id: "c", content: text },
        ],
      },
    ],
    [
      "anthropic",
      {
        messages: [
          USER,
          { role: "assistant", content: [{ type: "tool_use", id: "c", name: "run", input: {} }] },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: text }] },
        ],
      },
    ],
    [
      "openai-responses",
      {
        input: [
          USER,
          { type: "function_call", call_id: "c", name: "run", arguments: "{}" },
          { type: "function_call_output", call_id: "c", output: text },
        ],
      },
    ],
  ] as const;
  for (let round = 0; round < ROUNDS; round++)
    for (const [format, body] of bodies)
      editing.edit(round, Buffer.from(JSON.stringify(body)), format);
}

/** Scans a made-up request several times, as the serving thread does. */
export function warmUpLook({
  firstSight = MADE_UP_CHARS,
}: Pick<EditingOptions, "firstSight">): void {
  const call = {
    role: "assistant",
    content: [{ type: "tool_use", id: "c", name: "run", input: {} }],
  };
  const result = {
    type: "tool_result",
    tool_use_id: "c",
    content: "A line of output.\n".repeat(20),
  };
  const turn = [call, { role: "user", content: [result] }];
  const messages = [USER, ...Array.from({ length: 600 }, () => turn).flat()];
  const body = Buffer.from(JSON.stringify({ messages }));
  for (let round = 0; round < ROUNDS; round++) hasNothingAbove(firstSight, body, "anthropic");
}

const USER = { role: "user", content: "Do it." };
