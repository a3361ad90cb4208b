import type { Writer } from "./writer.ts";

/** A history of browser-use: steps of actions, and a result for each action up to the first without one. */
export const browserUse: Writer = {
  layout: "document",
  mayLeaveOut: true,
  write({ turns }) {
    const state = { url: "https://a.example", title: "A", tabs: [], interacted_element: [null] };
    const done = [{ said: null, calls: [] }];
    const history = (turns.length > 0 ? turns : done).map(({ said, calls }, index) => {
      const open = calls.findIndex(({ answer }) => answer === undefined);
      const run = open < 0 ? calls : calls.slice(0, open);
      return {
        model_output: {
          ...{ evaluation_previous_goal: "Success", memory: said ?? "", next_goal: "go on" },
          action: calls.map(({ name, args }) => ({ [name]: JSON.parse(args) })),
          thinking: "so far, so good",
        },
        result: run.map(({ answer }, k) =>
          k % 3 === 2
            ? { is_done: false, error: answer, include_in_memory: true }
            : { is_done: false, long_term_memory: "Done.", extracted_content: answer },
        ),
        state,
        metadata: { step_start_time: 1760000000.5, step_end_time: 1760000001, step_number: index },
      };
    });
    return [{ history }];
  },
};
