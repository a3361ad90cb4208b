import { asOpenAi } from "../conversations.ts";
import type { Writer } from "./writer.ts";

/** A run of tau-bench. */
export const tauBench: Writer = {
  layout: "rows",
  write(conversation) {
    const info = { task: { user_id: "u1" }, source: "user", user_cost: 0.5, reward_info: null };
    return [{ task_id: 0, reward: 1.0, info, traj: asOpenAi(conversation), trial: 0 }];
  },
};
