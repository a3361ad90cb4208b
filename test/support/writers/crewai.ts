import { asOpenAi } from "../conversations.ts";
import type { Writer } from "./writer.ts";

/** The output of a crew of one task, with the messages that its agent was sent. */
export const crewai: Writer = {
  layout: "document",
  write(conversation) {
    const task = { description: conversation.task, expected_output: "a number", agent: "counter" };
    const output = { ...task, raw: "12", messages: asOpenAi(conversation), tool_failures: [] };
    return [{ raw: "12", pydantic: null, json_dict: null, tasks_output: [output] }];
  },
};
