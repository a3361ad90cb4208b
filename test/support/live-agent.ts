/** An agent at work, as its provider sees it: requests that grow by a call and its result each. */

export type LiveWire = "anthropic" | "openai-chat" | "openai-responses" | "gemini";

export const LIVE_PATHS: Readonly<Record<LiveWire, string>> = {
  anthropic: "/v1/messages",
  "openai-chat": "/v1/chat/completions",
  "openai-responses": "/v1/responses",
  gemini: "/v1beta/models/gemini-3:streamGenerateContent?alt=sse",
};

/** The text of a result: every third is large. */
export function resultText(step: number): string {
  return step % 3 === 0
    ? Array.from({ length: 120 }, (_, line) => `step ${step} line ${line}: all is well`).join("\n")
    : `step ${step}: done`;
}

/** The body of the request after so many calls, written with the white space of no serialiser. */
export function requestBody(wire: LiveWire, steps: number, { task = "Do it." } = {}): string {
  const all = Array.from({ length: steps }, (_, step) => step);
  const body = {
    anthropic: () => ({
      model: "claude-opus-5.5",
      system: [{ type: "text", text: "Be brief." }],
      messages: [
        { role: "user", content: task },
        ...all.flatMap((step) => [
          {
            role: "assistant",
            content: [{ type: "tool_use", id: `toolu_${step}`, name: "run", input: { step } }],
          },
          {
            role: "user",
            content: [
              {
                type: "tool_result",
                tool_use_id: `toolu_${step}`,
                content: resultText(step),
                // The mark of the cache moves on with every request.
                ...(step === steps - 1 && { cache_control: { type: "ephemeral" } }),
              },
            ],
          },
        ]),
      ],
    }),
    "openai-chat": () => ({
      model: "gpt",
      messages: [
        { role: "user", content: task },
        ...all.flatMap((step) => [
          {
            role: "assistant",
            content: null,
            tool_calls: [
              { id: `call_${step}`, type: "function", function: { name: "run", arguments: "{}" } },
            ],
          },
          { role: "tool", tool_call_id: `call_${step}`, content: resultText(step) },
        ]),
      ],
    }),
    "openai-responses": () => ({
      model: "gpt-6.2-sol",
      input: [
        { role: "user", content: task },
        ...all.flatMap((step) => [
          { type: "function_call", call_id: `call_${step}`, name: "run", arguments: "{}" },
          { type: "function_call_output", call_id: `call_${step}`, output: resultText(step) },
        ]),
      ],
    }),
    gemini: () => ({
      contents: [
        { role: "user", parts: [{ text: task }] },
        ...all.flatMap((step) => [
          { role: "model", parts: [{ functionCall: { name: "run", args: { step } } }] },
          {
            role: "user",
            parts: [{ functionResponse: { name: "run", response: { output: resultText(step) } } }],
          },
        ]),
      ],
    }),
  }[wire]();
  return `${JSON.stringify({ ...body, temperature: "T" }).replace('"T"', " 1.0")} `;
}

/** The results in a body, in order, whatever its wire format. */
export function resultsIn(body: Buffer | string): string[] {
  const found: string[] = [];
  JSON.parse(body.toString(), (_, value) => {
    if (typeof value === "object" && value !== null) {
      const { type, role, content, output } = value as Record<string, unknown>;
      if (type === "tool_result" || role === "tool") found.push(content as string);
      else if (typeof output === "string") found.push(output);
    }
    return value;
  });
  return found;
}
