/** A chat model of LangChain, with a script. */
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import { refIn } from "./scripted-loop.ts";

/** A model that calls a tool so many times, reads the last result again, and is done. */
export class ScriptedLangChain extends BaseChatModel {
  readonly prompts: BaseMessage[][] = [];
  private readonly steps: number;

  constructor(steps: number) {
    super({});
    this.steps = steps;
  }

  _llmType(): string {
    return "scripted";
  }

  override bindTools(): this {
    return this;
  }

  async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const step = this.prompts.push(messages);
    const call =
      step > this.steps
        ? { name: "read_original", args: { ref: refIn(messages.map(({ content }) => content)) } }
        : { name: "look", args: { step } };
    const message =
      step > this.steps + 1
        ? new AIMessage("done")
        : new AIMessage({
            content: "",
            tool_calls: [{ ...call, id: `c${step}`, type: "tool_call" }],
          });
    return { generations: [{ message, text: "" }] };
  }
}
