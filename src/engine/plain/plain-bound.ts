import type { Format } from "../../formats/format.ts";
import { boundModel } from "../../reduce/binding/model-id.ts";
import type { ReasoningOutcome } from "../../reduce/binding/reasoning-outcome.ts";
import { Column } from "../../transcript/columns/column.ts";
import type { Job } from "../edits/job.ts";

/** Tells whether the reasoning of the message begun last is bound, and to which model. */
export class BoundModels {
  /** Whether bound reasoning stays as it is: all else asks for more than columns can answer. */
  readonly keeps: boolean;
  /** The number of the model whose reasoning is bound in that message; 0 for none. */
  current = 0;
  private readonly binding: string;
  private readonly named: number;
  private readonly ids: string[] = [];

  private constructor(binding: string, keeps: boolean) {
    this.binding = binding;
    this.keeps = keeps;
    this.named = binding === "auto" || binding === "none" ? 0 : this.numberOf(binding);
  }

  /** Where no reasoning is bound. */
  static get none(): BoundModels {
    return new BoundModels("none", true);
  }

  /** Those of a job, for sessions of a format. */
  static of({ policy }: Job, { isResumed }: Format): BoundModels {
    const setting = policy.rules["bound-reasoning"];
    if (setting === undefined) return BoundModels.none;
    const choice = setting.choice ?? (isResumed ? setting.whenResumed : "keep");
    return new BoundModels(setting.binding, choice === "keep");
  }

  /** A message begins. */
  nextMessage(): void {
    this.current = this.named;
  }

  /** The model that wrote it. */
  model(id: string): void {
    if (this.binding === "auto" && boundModel(id) !== undefined) this.current = this.numberOf(id);
  }

  idOf(number: number): string | undefined {
    return this.ids[number - 1];
  }

  /** Few models write a session. */
  private numberOf(id: string): number {
    const at = this.ids.indexOf(id);
    return at < 0 ? this.ids.push(id) : at + 1;
  }
}

/** The blocks of bound reasoning of a conversation that reach the model, in order. */
export class BoundColumns {
  private readonly models = new Column();
  private readonly chars = new Column();
  /** The results of the conversation before each. */
  private readonly results = new Column();

  add(model: number, chars: number, results: number): void {
    this.models.push(model);
    this.chars.push(chars);
    this.results.push(results);
  }

  /** Forgets the blocks so far, which no longer reach the model. */
  clear(): void {
    for (const column of [this.models, this.chars, this.results]) column.clear();
  }

  /**
   * The account of the blocks after the first result that is masked, which that makes invalid; undefined where there
   * are none. `first` is its place among the results.
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

/** The account of bound reasoning that stays where it is made invalid. */
export function keptOutcome(
  about: Pick<ReasoningOutcome, "model" | "blocks" | "chars">,
  { asksToDrop }: Format,
): ReasoningOutcome {
  const outcome = { choice: "keep", ...about } as const;
  return asksToDrop === undefined ? outcome : { ...outcome, asksToDrop: true };
}
