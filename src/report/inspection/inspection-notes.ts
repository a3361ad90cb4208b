import type { Inspection } from "../../analyses/inspect/result.ts";
import { number, percent } from "../figures.ts";
import { savingsLine } from "../savings-line.ts";

/** Figures that the tables leave out, a line each; zeros have no line. */
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
