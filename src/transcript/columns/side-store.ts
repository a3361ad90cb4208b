import type { SidePlace } from "../model/placed.ts";
import { Column } from "./column.ts";

/** The call of a thread that a copy belongs to, if it is not next to its observation. */
export interface CallInThread {
  readonly callId: string;
  readonly thread?: string | undefined;
}

/** The places of side copies, by their original: the number of a part, or a call. */
export class SideStore {
  /** Prompts stored whole, which may copy anything, by their thread. */
  private readonly prompts = new Map<string | undefined, SidePlace[]>();
  private readonly parts = new Column();
  private readonly records = new Column();
  private readonly numbers = new Column();
  private readonly bytes = new Column();
  private readonly byCall = new Map<string, SidePlace[]>();

  get isEmpty(): boolean {
    return this.parts.length === 0 && this.byCall.size === 0;
  }

  /** Adds a side copy; copies of parts are added in the order of their parts. */
  add(place: SidePlace, of: number | CallInThread): void {
    if (typeof of !== "number") {
      append(this.byCall, keyOf(of), place);
      return;
    }
    this.parts.push(of);
    this.records.push(place.record);
    this.numbers.push(place.side);
    this.bytes.push(place.bytes);
  }

  addPrompt(place: SidePlace, thread: string | undefined): void {
    append(this.prompts, thread, place);
  }

  /** The prompts of a thread, returned only once: if a thread has several transcripts, they belong to one. */
  takePrompts(thread: string | undefined): readonly SidePlace[] {
    const prompts = this.prompts.get(thread) ?? [];
    this.prompts.delete(thread);
    return prompts;
  }

  /** The copies added for a part. */
  ofPart(part: number): readonly SidePlace[] {
    const places: SidePlace[] = [];
    const { length } = this.parts;
    const first = this.parts.firstAbove(part - 1);
    for (let at = first; at < length && this.parts.at(at) === part; at++) {
      const [record, side] = [this.records.at(at), this.numbers.at(at)];
      places.push({ record, side, bytes: this.bytes.at(at) });
    }
    return places;
  }

  /** The copies added for a call, the same array each time; undefined for none. */
  ofCall(call: CallInThread): readonly SidePlace[] | undefined {
    return this.byCall.size === 0 ? undefined : this.byCall.get(keyOf(call));
  }
}

function keyOf({ callId, thread = "" }: CallInThread): string {
  return `${thread}\n${callId}`;
}

function append<K>(groups: Map<K, SidePlace[]>, key: K, place: SidePlace): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [place]);
  else group.push(place);
}
