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

/** A reply of the model with calls, and what each of them was answered with. */
export type LiveStep = readonly string[];

/** The body of the request after so many calls, written with the white space of no serialiser. */
export function requestBody(wire: LiveWire, steps: number, about: { task?: string } = {}): string {
  return bodyOf(
    wire,
    Array.from({ length: steps }, (_, step) => [resultText(step)]),
    about,
  );
}

/** The same of any steps. Ids are those of the calls' places, unless they have none (Gemini). */
export function bodyOf(
  wire: LiveWire,
  steps: readonly LiveStep[],
  { task = "Do it.", model }: { task?: string | undefined; model?: string | undefined } = {},
): string {
  const all = steps.map((texts, step) =>
    texts.map((text, k) => ({ id: k === 0 ? `${step}` : `${step}_${k}`, step, text })),
  );
  const body = {
    anthropic: () => ({
      model: model ?? "claude-opus-5.5",
      system: [{ type: "text", text: "Be brief." }],
      messages: [
        { role: "user", content: task },
        ...all.flatMap((results) => [
          {
            role: "assistant",
            content: results.map(({ id, step }) => ({
              ...{ type: "tool_use", id: `toolu_${id}`, name: "run", input: { step } },
            })),
          },
          {
            role: "user",
            content: results.map(({ id, step, text }) => ({
              type: "tool_result",
              tool_use_id: `toolu_${id}`,
              content: text,
              // The mark of the cache moves on with every request.
              ...(step === steps.length - 1 && { cache_control: { type: "ephemeral" } }),
            })),
          },
        ]),
      ],
    }),
    "openai-chat": () => ({
      model: model ?? "gpt",
      messages: [
        { role: "user", content: task },
        ...all.flatMap((results) => [
          {
            role: "assistant",
            content: null,
            tool_calls: results.map(({ id }) => ({
              ...{ id: `call_${id}`, type: "function" },
              function: { name: "run", arguments: "{}" },
            })),
          },
          ...results.map(({ id, text }) => ({
            ...{ role: "tool", tool_call_id: `call_${id}`, content: text },
          })),
        ]),
      ],
    }),
    "openai-responses": () => ({
      model: model ?? "gpt-6.2-sol",
      input: [
        { role: "user", content: task },
        ...all.flatMap((results) => [
          ...results.map(({ id }) => ({
            ...{ type: "function_call", call_id: `call_${id}`, name: "run", arguments: "{}" },
          })),
          ...results.map(({ id, text }) => ({
            ...{ type: "function_call_output", call_id: `call_${id}`, output: text },
          })),
        ]),
      ],
    }),
    gemini: () => ({
      contents: [
        { role: "user", parts: [{ text: task }] },
        ...all.flatMap((results) => [
          {
            role: "model",
            parts: results.map(({ step }) => ({ functionCall: { name: "run", args: { step } } })),
          },
          {
            role: "user",
            parts: results.map(({ text }) => ({
              functionResponse: { name: "run", response: { output: text } },
            })),
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
