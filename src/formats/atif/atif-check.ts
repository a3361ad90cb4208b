import { quoted } from "../../base/quoted.ts";
import { getText, NONE, type Node, type Tree } from "../../json/tree/tree.ts";
import type { Flaw } from "../format.ts";
import { trajectoriesIn } from "./atif-trajectories.ts";

/**
 * Finds what ATIF's validators refuse, in a trajectory and those embedded in it: steps that are not numbered
 * 1, 2, 3 …, and results of a call that is in another step.
 */
export function* checkTrajectory(tree: Tree, record: Node): Iterable<Flaw> {
  for (const trajectory of trajectoriesIn(tree, record)) yield* checkSteps(tree, trajectory);
}

function* checkSteps(tree: Tree, trajectory: Node): Iterable<Flaw> {
  let number = 0;
  for (const step of tree.items(tree.get(trajectory, "steps"))) {
    const id = tree.get(step, "step_id");
    const got = tree.text(id);
    // Validators accept 2.0 and "2" as 2.
    if (Number(got || Number.NaN) !== ++number) {
      const message = `expected step_id ${number} (got ${got || "none"})`;
      yield { node: id === NONE ? step : id, message };
    }
    yield* checkResults(tree, step);
  }
}

function* checkResults(tree: Tree, step: Node): Iterable<Flaw> {
  const calls = tree.items(tree.get(step, "tool_calls"));
  const ids = new Set(calls.map((call) => getText(tree, call, "tool_call_id")));
  for (const result of tree.items(tree.get(tree.get(step, "observation"), "results"))) {
    const node = tree.get(result, "source_call_id");
    const id = getText(tree, result, "source_call_id");
    if (id !== undefined && !ids.has(id))
      yield {
        node,
        message: `expected the id of a tool call of this step (got ${quoted(id)})`,
      };
  }
}
