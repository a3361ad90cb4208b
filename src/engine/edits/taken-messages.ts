import type { Reduction } from "../../reduce/pipeline/reduction.ts";
import type { UnitPlace } from "../../transcript/model/message.ts";
import type { PlacedTranscript } from "../../transcript/model/placed.ts";

/** Where the messages lie that go with the reasoning which is all that they hold. */
export function takenMessages(placed: PlacedTranscript, reduction: Reduction): UnitPlace[] {
  const units: UnitPlace[] = [];
  let latest = -1;
  for (const { part, takesMessage } of reduction.edits()) {
    if (takesMessage !== true || part.message === latest) continue;
    latest = part.message;
    const message = placed.outline.messages.at(part.message);
    if (message !== undefined) units.push(...placed.units(message));
  }
  return units;
}
