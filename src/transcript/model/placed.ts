import type { Message, Part, Place, UnitPlace } from "./message.ts";
import type { Outline } from "./outline.ts";

/** A transcript as an outline, with the places of everything in the input. */
export interface PlacedTranscript {
  readonly outline: Outline;
  /** Whether its messages are in the order of their records, each once. */
  readonly isInFileOrder: boolean;
  /** The index of a message among everything found in the input. */
  order(message: number): number;
  /** Which of several conversations in a file it is; none for the main one. */
  readonly thread: string | undefined;
  /** Messages before this one no longer reach the model. */
  readonly firstLive: number;
  /** Set if nothing may be dropped from it: the reason, in words for the report. */
  readonly undroppable: string | undefined;
  place(part: Part): Place;
  /** Its number among the parts of the input, in file order. */
  numberOf(part: Part): number;
  /** The places of a message: first its own, then those of its copies. */
  units(message: Message): readonly UnitPlace[];
  /** Copies of an observation that the model sees, or that count as the same. */
  again(part: Part): readonly CopyPlace[];
  /** Whether there may be side copies or prompts at all. */
  readonly hasSides: boolean;
  /** Copies of an observation that the model does not see, next to it. */
  sides(part: Part): readonly SidePlace[];
  /** Copies that name its call: the same array for all observations of that id. */
  sidesOfCall(part: Part): readonly SidePlace[] | undefined;
  /** Whole prompts stored again. */
  readonly prompts: readonly SidePlace[];
}

/** Another place of an observation, and the chars of the text there. */
export interface CopyPlace extends Place {
  readonly chars: number;
}

/** The place of a side copy: the `side`-th that the format finds in a record. */
export interface SidePlace {
  readonly record: number;
  readonly side: number;
  readonly bytes: number;
}

/** The transcript of an outline whose messages came in file order, all of them. */
export function inFileOrder(outline: Outline): PlacedTranscript {
  return {
    outline,
    isInFileOrder: true,
    order: (message) => message,
    thread: undefined,
    firstLive: 0,
    undroppable: undefined,
    place: (part) => outline.placeOf(part),
    numberOf: ({ index }) => index,
    units: (message) => [outline.unitOf(message)],
    again: () => NONE,
    hasSides: false,
    sides: () => NONE,
    sidesOfCall: () => undefined,
    prompts: NONE,
  };
}

const NONE: readonly never[] = [];
