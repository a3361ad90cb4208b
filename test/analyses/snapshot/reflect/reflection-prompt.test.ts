/** T5 of seed 5, part 1: what a model is asked. */
import { expect, it } from "vitest";
import { inputsWith, reflected, tideInputs } from "../../../support/snapshots.ts";

it("asks for a snapshot of the objective, the two before, the entries and the tasks", async () => {
  const { requests } = await reflected(tideInputs(), "");
  expect(requests).toHaveLength(1);
  const [{ system = "", prompt = "", ...request } = {}] = requests;
  expect(request).toEqual({ purpose: "snapshot", maxTokens: 8192 });
  await expect(`${system}\n\n---\n\n${prompt}`).toMatchFileSnapshot("prompt.txt");
});

it("leaves out what is too new or stale, and snapshots older than two iterations", async () => {
  const inputs = tideInputs();
  const [{ prompt = "" } = {}] = (await reflected(inputs, "")).requests;
  expect(prompt).not.toContain("Stuck on the page");
  expect(prompt).not.toContain("design review");
  const [{ prompt: later = "" } = {}] = (await reflected({ ...inputs, iteration: 4 }, "")).requests;
  expect(later).toContain("## Previous Snapshot (iteration 2)");
  expect(later).not.toContain("## Previous Snapshot (iteration 1)");
});

it("asks for nothing else where there is nothing else", async () => {
  const entries = Array.from({ length: 10 }, (_, k) => ({
    scope: "s",
    key: `k${k}`,
    value: `${"stuck ".repeat(40)}${k}`,
  }));
  const [{ prompt = "" } = {}] = (await reflected(inputsWith({ entries }), "")).requests;
  expect(prompt).toContain("## Previous Snapshot\nNone.");
  expect(prompt).toContain("## Task Statuses\n[]");
});
