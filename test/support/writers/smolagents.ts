import type { Writer } from "./writer.ts";

/** A memory of smolagents: steps of one call each, with the prompts that they were sent with. */
export const smolagents: Writer = {
  layout: "document",
  mayLeaveOut: true,
  write({ task, turns }) {
    const steps: object[] = [{ task, task_images: null }];
    const prompt: object[] = [{ role: "user", content: [{ type: "text", text: task }] }];
    // A memory is told by its actions.
    const some: typeof turns = turns.length > 0 ? turns : [{ said: null, calls: [] }];
    some.forEach(({ said, calls, user }, index) => {
      const [call] = calls;
      const made = call && {
        ...{ id: call.id, type: "function" },
        function: { name: call.name, arguments: JSON.parse(call.args) },
      };
      const observations = call?.answer ?? null;
      steps.push({
        step_number: index + 1,
        timing: { start_time: 1760000000.5, end_time: 1760000001.0, duration: 0.5 },
        model_input_messages: [...prompt],
        tool_calls: made === undefined ? [] : [made],
        error: null,
        model_output_message: { role: "assistant", content: said, tool_calls: null },
        ...{ model_output: said, code_action: null, observations, observations_images: null },
        ...{ action_output: null, token_usage: { input_tokens: 10, output_tokens: 5 } },
        is_final_answer: false,
      });
      prompt.push({ role: "assistant", content: [{ type: "text", text: said ?? "" }] });
      if (observations !== null)
        prompt.push({ role: "tool-response", content: [{ type: "text", text: observations }] });
      if (user !== undefined) steps.push({ task: user, task_images: null });
    });
    return [steps];
  },
};
