import { Column } from "./column.ts";
import type { FoundStore } from "./found-store.ts";

/** The observations of a message, by the numbers of their calls' ids, 0 for none: their numbers, in order. */
type AnswersById = ReadonlyMap<number, Column>;

/** Finds an observation again in the copies of its message. */
export class SameAnswers {
  private readonly found: FoundStore;
  /** The message asked about last. It and its copies are read once, however many observations they have. */
  private latest = -1;
  private readonly answers = new Map<number, AnswersById>();

  constructor(found: FoundStore) {
    this.found = found;
  }

  /**
   * The editable part of a copy that is the same observation as part `offset` of message `at`: by call id (if several
   * share it, by their order), else by position.
   */
  in(copy: number, at: number, offset: number): number | undefined {
    const { found } = this;
    const own = found.firstPart(at) + offset;
    if (!found.isObservation(own)) return undefined;
    const same = found.idNumber(own) === 0 ? this.atOffset(copy, offset) : this.byId(copy, at, own);
    const head = same === undefined ? undefined : found.head(same);
    return head?.kind === "observation" && head.editable ? same : undefined;
  }

  private atOffset(copy: number, offset: number): number | undefined {
    const part = this.found.firstPart(copy) + offset;
    return part < this.found.partsEnd(copy) ? part : undefined;
  }

  private byId(copy: number, at: number, own: number): number | undefined {
    if (at !== this.latest) this.answers.clear();
    this.latest = at;
    const id = this.found.idNumber(own);
    const place = (this.answersOf(at).get(id)?.firstAbove(own) ?? 0) - 1;
    const others = this.answersOf(copy).get(id);
    return others !== undefined && place < others.length ? others.at(place) : undefined;
  }

  private answersOf(message: number): AnswersById {
    const known = this.answers.get(message);
    if (known !== undefined) return known;
    const { found } = this;
    const answers = new Map<number, Column>();
    const end = found.partsEnd(message);
    for (let part = found.firstPart(message); part < end; part++) {
      if (!found.isObservation(part)) continue;
      const id = found.idNumber(part);
      const parts = answers.get(id) ?? new Column();
      parts.push(part);
      answers.set(id, parts);
    }
    this.answers.set(message, answers);
    return answers;
  }
}
