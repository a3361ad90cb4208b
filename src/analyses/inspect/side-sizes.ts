import type { PlacedTranscript, SidePlace } from "../../transcript/model/placed.ts";
import type { Inspection } from "./result.ts";

/** The copies that the model does not see. */
export type SideSizes = Pick<Inspection, "sideCopies" | "sideCopyBytes">;

/** Counts the side copies of all observations, and the prompts that are stored whole. */
export function sideSizesOf({ outline, sides, prompts }: PlacedTranscript): SideSizes {
  // Since ids repeat, a copy may belong to several observations.
  const copies = new Set<SidePlace>(prompts);
  for (const part of outline.observations()) for (const side of sides(part)) copies.add(side);
  let sideCopyBytes = 0;
  for (const { bytes } of copies) sideCopyBytes += bytes;
  return { sideCopies: copies.size, sideCopyBytes };
}
