import type { ListField } from "../result.ts";

/** A list that keywords put an entry in. */
export type Category = Exclude<ListField, "required_evidence_links">;

/** The words by which a text belongs to a category. */
export interface Keywords {
  /** Words that say it, in all of their forms. */
  readonly said: ReadonlySet<string>;
  /** Forms that say that it was done, and say it of what is still to be done only after `to be` and such. */
  readonly done: ReadonlySet<string>;
  /** Words that say that such a thing is over: an error that was fixed. */
  readonly over: ReadonlySet<string>;
}

/** The keywords of each category. Words of several parts are joined by the clause reader. */
export const KEYWORDS: Readonly<Record<Category, Keywords>> = {
  open_hypotheses: keywords({
    said: `hypothesis hypotheses hypothesize hypothesizes hypothesized hypothesizing hypothesise
      hypothesised hypothetical assumption assumptions assume assumes assumed assuming approach
      approaches approaching candidate candidates option options theory theories theorize theorized`,
    over: `rejected refuted disproved disproven discarded abandoned confirmed proven dropped dismissed
      excluded falsified wrong`,
  }),
  blockers: keywords({
    said: `blocker blockers blocked blocks blocking risk risks risky dependency dependencies wait
      waits waited waiting await awaits awaiting failure failures fail fails failed failing error
      errors errored erroring stuck`,
    over: `fixed resolved solved cleared removed gone mitigated closed addressed eliminated lifted
      repaired recovered unblocked corrected disappeared vanished handled`,
  }),
  next_actions: keywords({
    said: `next todo todos action actions followup followups implement implements implementing
      implementation implementations verify verifies verifying verification test tests testing ship
      ships shipping`,
    done: "implemented verified tested shipped",
    over: "done completed complete finished cancelled canceled dropped obsolete",
  }),
  unresolved_questions: keywords({
    said: `question questions unknown unknowns unclear clarify clarifies clarifying clarification
      clarifications tbd`,
    done: "clarified",
    over: "answered resolved settled closed clarified solved clear",
  }),
};

/** After these, a form of `done` is still to come, and a word of `over` is not true yet. */
export const PENDING = words(`not never be to must should will need needs until once when before if
  partly partially half un yet hardly cannot could would may might`);

/** How tests went: then they are no action. */
export const OUTCOMES = words(`pass passes passed passing fail fails failed failing failure failures
  green red broken flaky ok fixed succeed succeeds succeeded crash crashes crashed`);

function keywords({
  said,
  done = "",
  over,
}: {
  readonly said: string;
  readonly done?: string;
  readonly over: string;
}): Keywords {
  return { said: words(said), done: words(done), over: words(over) };
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ""));
}
