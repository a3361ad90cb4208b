/** The lists of a snapshot, in the order in which they are written. */
export const LIST_FIELDS = [
  "open_hypotheses",
  "blockers",
  "next_actions",
  "unresolved_questions",
  "required_evidence_links",
] as const;

export type ListField = (typeof LIST_FIELDS)[number];

/** A field of a snapshot that has items. */
export type SnapshotField = "current_objective" | ListField;

/** The content of a snapshot: the part that a model may write. */
export type SnapshotContent = { readonly current_objective: string } & {
  readonly [F in ListField]: readonly string[];
};

/** An agent's context at the start of an iteration: `active-context.json`. */
export type Snapshot = {
  readonly schema_version: 1;
  /** An ISO 8601 time. */
  readonly generated_at: string;
  readonly iteration: number;
} & SnapshotContent;

/** An item of a snapshot, and where it stands. */
export interface Item {
  readonly field: SnapshotField;
  readonly text: string;
}

/** All items of a snapshot in order, its objective first. */
export function itemsOf(content: SnapshotContent): readonly Item[] {
  return [
    { field: "current_objective", text: content.current_objective },
    ...LIST_FIELDS.flatMap((field) => content[field].map((text) => ({ field, text }))),
  ];
}

/** How many items the lists of a snapshot have. */
export function listItemCount(content: SnapshotContent): number {
  return LIST_FIELDS.reduce((sum, field) => sum + content[field].length, 0);
}

/** A snapshot of this content; its keys are always in the same order. */
export function snapshotOf(
  content: SnapshotContent,
  { now, iteration }: { readonly now: string; readonly iteration: number },
): Snapshot {
  return {
    schema_version: 1,
    generated_at: now,
    iteration,
    current_objective: content.current_objective,
    open_hypotheses: content.open_hypotheses,
    blockers: content.blockers,
    next_actions: content.next_actions,
    unresolved_questions: content.unresolved_questions,
    required_evidence_links: content.required_evidence_links,
  };
}

/** The tokens of a text, estimated as a quarter of its chars. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** The tokens of a snapshot as JSON, estimated. */
export function snapshotTokens(snapshot: Snapshot): number {
  return estimateTokens(JSON.stringify(snapshot));
}
