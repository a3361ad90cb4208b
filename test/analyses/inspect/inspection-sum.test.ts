import { expect, it } from "vitest";
import { createSum } from "../../../src/analyses/inspect/inspection-sum.ts";
import { OTHER_TOOLS } from "../../../src/analyses/inspect/tool-sizes.ts";
import { answers, asks, inspectionOf } from "../../support/inspection.ts";
import { sessionMessages } from "../../support/sessions.ts";

it("adds up every figure of transcripts, and keeps the largest observations of all", () => {
  const sum = createSum();
  const one = inspectionOf(sessionMessages(12, { chars: 100 }), { file: "a" });
  const other = inspectionOf([asks("read:c1"), answers("c1", "x".repeat(500))], { file: "b" });
  sum.add(one);
  sum.add(other);
  const { total } = sum;
  expect(total).toMatchObject({
    messages: one.messages + other.messages,
    chars: one.chars + other.chars,
    callChars: 12 * 6 + 6,
    observations: 13,
    byRole: { tool: { observationChars: 1700 } },
    windows: [{ window: 5, outsideObservations: 7 }, { outsideObservations: 2 }, { window: 20 }],
  });
  expect(total.tools.map(({ tool, calls }) => [tool, calls])).toEqual([
    ["look", 12],
    ["read", 1],
  ]);
  expect(total.largest).toHaveLength(10);
  expect(total.largest[0]).toMatchObject({ file: "b", chars: 500 });
  expect(total.largest[1]).toMatchObject({ file: "a", line: 3, chars: 100 });
});

it("is the same one by one and in parts", () => {
  const inspections = [3, 7, 12].map((turns) => inspectionOf(sessionMessages(turns)));
  const [whole, part, parts] = [createSum(), createSum(), createSum()];
  for (const inspection of inspections) whole.add(inspection);
  for (const inspection of inspections.slice(0, 2)) part.add(inspection);
  parts.add(part.total);
  for (const inspection of inspections.slice(2)) parts.add(inspection);
  expect(parts.total).toEqual(whole.total);
});

it("takes the same room for any number of tools", () => {
  const sum = createSum();
  const one = inspectionOf([asks("read:c1"), answers("c1", "x")]);
  const [share] = one.tools;
  if (share === undefined) throw new Error("no tool");
  for (let k = 0; k < 3000; k++) sum.add({ ...one, tools: [{ ...share, tool: `tool${k}` }] });
  const { tools } = sum.total;
  expect(tools).toHaveLength(1001);
  expect(tools[0]).toMatchObject({ tool: OTHER_TOOLS, calls: 2000, observationChars: 2000 });
});
