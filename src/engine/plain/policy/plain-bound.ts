import type { Format } from "../../../formats/format.ts";
import { boundModel } from "../../../reduce/binding/model-id.ts";
import type { ReasoningOutcome } from "../../../reduce/binding/reasoning-outcome.ts";
import { Column } from "../../../transcript/columns/column.ts";
import type { Job } from "../../edits/job.ts";

/** Tells whether the reasoning of the latest message is bound, and to which model. */
export class BoundModels {
  /** Whether bound reasoning is kept: every other setting needs objects. */
  readonly keeps: boolean;
  /** The number of the model that reasoning of the current message is bound to; 0 for none. */
  current = 0;
  private readonly binding: string;
  private readonly named: number;
  private readonly ids: string[] = [];

  private constructor(binding: string, keeps: boolean) {
    this.binding = binding;
    this.keeps = keeps;
    this.named = binding === "auto" || binding === "none" ? 0 : this.numberOf(binding);
  }

  /** For inputs without bound reasoning. */
  static get none(): BoundModels {
    return new BoundModels("none", true);
  }

  /** The bound models for a job and a format. */
  static of({ policy }: Job, { isResumed }: Format): BoundModels {
    const setting = policy.rules["bound-reasoning"];
    if (setting === undefined) return BoundModels.none;
    const choice = setting.choice ?? (isResumed ? setting.whenResumed : "keep");
    return new BoundModels(setting.binding, choice === "keep");
  }

  /** Starts a message. */
  nextMessage(): void {
    this.current = this.named;
  }

  /** Sets the model that wrote the message. */
  model(id: string): void {
    if (this.binding === "auto" && boundModel(id) !== undefined) this.current = this.numberOf(id);
  }

  idOf(number: number): string | undefined {
    return this.ids[number - 1];
  }

  /** A linear search, since few models write a session. */
  private numberOf(id: string): number {
    const at = this.ids.indexOf(id);
    return at < 0 ? this.ids.push(id) : at + 1;
  }
}

/** The blocks of bound reasoning that reach the model, of one conversation, in order. */
export class BoundColumns {
  private readonly models = new Column();
  private readonly chars = new Column();
  /** By block: the number of results before it. */
  private readonly results = new Column();

  add(model: number, chars: number, results: number): void {
    this.models.push(model);
    this.chars.push(chars);
    this.results.push(results);
  }

  /** Forgets all blocks so far, because they no longer reach the model. */
  clear(): void {
    for (const column of [this.models, this.chars, this.results]) column.clear();
  }

  /**
   * The report on the blocks after the first masked result, which masking makes invalid; undefined if there
   * are none. `first` is the index of that result.
   */
  outcome(
    first: number | undefined,
    { bound, format }: { readonly bound: BoundModels; readonly format: Format },
  ): ReasoningOutcome | undefined {
    if (first === undefined) return undefined;
    const { models, results } = this;
    const from = results.firstAbove(first);
    const model = bound.idOf(models.at(models.length - 1));
    if (from === models.length || model === undefined) return undefined;
    let chars = 0;
    for (let block = from; block < models.length; block++) chars += this.chars.at(block);
    return keptOutcome({ model, blocks: models.length - from, chars }, format);
  }
}

/** The report on bound reasoning that stays although it is made invalid. */
export function keptOutcome(
  about: Pick<ReasoningOutcome, "model" | "blocks" | "chars">,
  { asksToDrop }: Format,
): ReasoningOutcome {
  const outcome = { choice: "keep", ...about } as const;
  return asksToDrop === undefined ? outcome : { ...outcome, asksToDrop: true };
}
