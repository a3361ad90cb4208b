import { FIRST_SIGHT_CHARS } from "../../../reduce/first-sight/first-sight-size.ts";
import type { Policy } from "../../../reduce/pipeline/checked-policy.ts";
import { createPolicy, PROGRAM_DEFAULTS } from "../../../reduce/pipeline/policy.ts";

/** A pass that shortens results, to be measured alone. */
export interface PassToCheck {
  /** Its option, without dashes. */
  readonly name: string;
  readonly policy: Policy;
}

const alone = { observationMasking: false } as const;

/** The passes whose excerpts are compared with what later turns use. */
export function passesToCheck(): readonly PassToCheck[] {
  const passes = {
    [`first-sight ${FIRST_SIGHT_CHARS}`]: { firstSight: FIRST_SIGHT_CHARS },
    "clamp 8000": { clamp: 8000 },
    "clamp 2000": { clamp: 2000 },
    "collapse-failures": { collapseFailures: true },
    redundant: { redundant: true },
  };
  return Object.entries(passes).map(([name, options]) => ({
    name,
    policy: createPolicy({ ...alone, ...options }, PROGRAM_DEFAULTS),
  }));
}
