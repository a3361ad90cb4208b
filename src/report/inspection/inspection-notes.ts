import type { Inspection } from "../../analyses/inspect/result.ts";
import type { Savings } from "../../reduce/pipeline/savings.ts";
import { number, percent } from "../figures.ts";

/** Figures that the tables do not have, a line each; those that are 0 are left out. */
export function notesOf(inspection: Inspection): readonly string[] {
  const { chars, calls, observations } = inspection;
  const notes: string[] = [];
  const note = (count: number, text: string) => {
    if (count > 0) notes.push(text);
  };
  const { duplicateObservations, duplicateChars } = inspection;
  notes.push(
    `duplicates: ${number(duplicateObservations)} of ${number(observations)} observations repeat an earlier one${
      duplicateChars === 0
        ? ""
        : `, ${number(duplicateChars)} chars (${percent(duplicateChars, chars)})`
    }`,
    savingsLine(inspection.savings),
    `calls without results: ${number(inspection.unansweredCalls)} of ${number(calls)}`,
  );
  note(
    inspection.orphanObservations,
    `results without calls: ${number(inspection.orphanObservations)} of ${number(observations)}`,
  );
  note(
    inspection.errorObservations,
    `errors: ${number(inspection.errorObservations)} of ${number(observations)} observations`,
  );
  note(
    inspection.maskedObservations,
    `masked already: ${number(inspection.maskedObservations)} of ${number(observations)} observations`,
  );
  note(
    inspection.images,
    `images: ${number(inspection.images)}, ${number(inspection.imageBytes)} bytes`,
  );
  note(
    inspection.sideCopies,
    `side copies: ${number(inspection.sideCopies)}, ${number(inspection.sideCopyBytes)} bytes`,
  );
  note(
    inspection.deadMessages,
    `dead text: ${number(inspection.deadChars)} chars in ${number(inspection.deadMessages)} messages`,
  );
  return notes;
}

/** The savings of a window of 10 turns in a sentence. */
function savingsLine(savings: Savings): string {
  const { masked_turns, visible_turns, total_obs_tokens, estimated_saved_tokens } = savings;
  const turns = `${number(masked_turns)} of ${number(masked_turns + visible_turns)} tool turns`;
  const tokens = `${number(estimated_saved_tokens)} of ${number(total_obs_tokens)} tokens`;
  return `a window of 10 would save: ${turns}, about ${tokens} (${savings.reduction_percent}%)`;
}
