import type { PlacedTranscript, SidePlace } from "../../transcript/model/placed.ts";
import type { Inspection } from "./result.ts";

/** The copies that the model does not see. */
export type SideSizes = Pick<Inspection, "sideCopies" | "sideCopyBytes">;

/** Counts the side copies of all observations, and the prompts that are stored whole. */
export function sideSizesOf(placed: PlacedTranscript): SideSizes {
  // Since ids repeat, copies may belong to several observations.
  const shared = new Set<readonly SidePlace[]>([placed.prompts]);
  const sum = { sideCopies: 0, sideCopyBytes: 0 };
  const add = ({ bytes }: SidePlace) => {
    sum.sideCopies++;
    sum.sideCopyBytes += bytes;
  };
  for (const part of placed.outline.observations()) {
    placed.sides(part).forEach(add);
    shared.add(placed.sidesOfCall(part) ?? placed.prompts);
  }
  for (const copies of shared) copies.forEach(add);
  return sum;
}
