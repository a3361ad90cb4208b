import type { Arrange, ArrangeBefore, Arrangement, Found, Mark } from "../model/arrangement.ts";
import type { MessageAbout, PartHead } from "../model/heads.ts";
import { type Id, textOfId } from "../model/id.ts";
import type { Part, Role } from "../model/message.ts";
import { Outline } from "../model/outline.ts";
import type { PartSize, PartTarget, SideOf } from "../model/part-target.ts";
import type { PlacedTranscript, SidePlace } from "../model/placed.ts";
import { noteUsage, type RequestUsage } from "../model/request-usage.ts";
import type { Sequence } from "../model/sequence.ts";
import type { TurnCounter } from "../model/turns.ts";
import { Column } from "./column.ts";
import { type FoundPlace, FoundStore } from "./found-store.ts";
import { endsByThread, type PastContext, pastContexts } from "./past-contexts.ts";
import { SameAnswers } from "./same-answers.ts";
import { type CallInThread, SideStore } from "./side-store.ts";

/** Whole prompts stored again, and the turns before a transcript whose messages are not there. */
interface Surroundings {
  readonly prompts?: readonly SidePlace[];
  readonly turns?: TurnCounter | undefined;
}

/**
 * Messages of an input whose file order is not conversation order: kept until all are read, then arranged into
 * transcripts.
 */
export class Findings implements PartTarget {
  private readonly found = new FoundStore();
  private readonly same = new SameAnswers(this.found);
  private readonly chars = new Column();
  private readonly sizes = new Map<number, PartSize>();
  private readonly sides = new SideStore();
  /** By the index of a message. */
  private readonly usage = new Map<number, RequestUsage>();
  private readonly models = new Map<number, string>();
  private latestMessage = -1;
  private latestObservation = -1;
  private latestCall = -1;
  private latestThread: string | undefined;
  private record = -1;
  private recordSides = 0;
  /** By thread: the indices of compactions, which are the same for every transcript. */
  private ends: ReturnType<typeof endsByThread> | undefined;

  addMessage(role: Role, record: number, about: MessageAbout<Id> = {}): void {
    this.enter(record);
    this.latestThread = about.thread;
    this.latestMessage = this.found.length;
    this.found.addMessage(role, about, record);
  }

  addPart(head: PartHead<Id>, chars: number, size?: PartSize): void {
    const part = this.found.partCount;
    if (head.kind === "observation") this.latestObservation = part;
    else if (head.kind === "call") this.latestCall = part;
    if (size !== undefined) this.sizes.set(part, size);
    this.found.addPart(head);
    this.chars.push(chars);
  }

  addMark(mark: Mark<Id>, record: number): void {
    this.enter(record);
    this.found.addMark(mark, record);
  }

  addUsage(usage: RequestUsage): void {
    noteUsage(this.usage, this.latestMessage, usage);
  }

  addModel(model: string): void {
    this.models.set(this.latestMessage, model);
  }

  addSide(of: SideOf | undefined, bytes: number, record: number): void {
    this.enter(record);
    const place = { record, side: this.recordSides++, bytes };
    if (of === "prompt") this.sides.addPrompt(place, this.latestThread);
    else if (of === undefined) this.sides.add(place, this.latestObservation);
    else if (of !== "latest call") this.sides.add(place, { ...of, callId: textOfId(of.callId) });
    else if (this.latestCall >= 0) this.sides.add(place, this.callOf(this.latestCall));
  }

  private callOf(part: number): CallInThread {
    const { found } = this;
    const head = found.head(part);
    const callId = head.kind === "call" && head.id !== undefined ? head.id : "";
    return { callId, thread: found.threadOf(found.messageOf(part)) };
  }

  /** All that was found, in file order. */
  all(): Sequence<Found> {
    return this.found.all();
  }

  /** The place of something found; a mark has no unit of its own. */
  placeOf(index: number): FoundPlace {
    return this.found.place(index);
  }

  /** The index of the last message with the same id as something found. */
  holderOf(index: number): number | undefined {
    return this.found.holderOf(index);
  }

  /** The indices of messages and marks whose parent is missing, in file order. */
  parentless(): Iterable<number> {
    return this.found.parentless();
  }

  /** The id that something found names as its parent. */
  parentOf(index: number): string | undefined {
    return this.found.parentOf(index);
  }

  /** The id of the message or mark found last, unreadable lines left out. */
  get lastId(): string | undefined {
    const { found } = this;
    let last = found.length - 1;
    while (last >= 0 && found.isTorn(last)) last--;
    return last < 0 ? undefined : found.idOf(last);
  }

  /** The transcripts, as a format arranges them. */
  transcripts(arrange: Arrange): readonly PlacedTranscript[] {
    this.found.doneAdding();
    const arrangements = arrange(this.found.all());
    this.found.doneArranging();
    return arrangements.map((arrangement) => {
      const first = arrangement.messages.at(0);
      const thread = first === undefined ? undefined : this.found.threadOf(first);
      return this.place(arrangement, { prompts: this.sides.takePrompts(thread) });
    });
  }

  /** The context of a thread before each mark of these words: see `pastContexts`. */
  contextsBefore(
    marks: readonly string[],
    {
      thread,
      arrangeBefore,
    }: { readonly thread: string | undefined; readonly arrangeBefore: ArrangeBefore },
  ): Iterable<PastContext> {
    this.ends ??= endsByThread(this.found, marks);
    return pastContexts(this.found, this.ends.get(thread) ?? [], {
      arrangeBefore,
      place: (arrangement, turns) => this.place(arrangement, { turns }),
    });
  }

  private enter(record: number): void {
    if (record === this.record) return;
    this.record = record;
    this.recordSides = 0;
  }

  private place(
    { messages, dead = 0, undroppable, again }: Arrangement,
    { prompts = [], turns }: Surroundings,
  ): PlacedTranscript {
    const { found, sides } = this;
    const outline = new Outline(turns);
    const order = new Column();
    const first = messages.at(0);
    let isInFileOrder = again === undefined || again.size === 0;
    let latest = -1;
    for (const index of messages) {
      isInFileOrder &&= index > latest;
      latest = index;
      order.push(index);
      this.fill(outline, index);
    }
    const home = ({ index, message }: Part) => {
      const [at, offset] = [order.at(message), index - outline.firstPartOf(message)];
      return { at, offset, number: found.firstPart(at) + offset };
    };
    return {
      outline,
      isInFileOrder,
      order: (message) => order.at(message),
      thread: first === undefined ? undefined : found.threadOf(first),
      firstLive: dead,
      undroppable,
      place(part) {
        const { at, offset } = home(part);
        const { record, slot } = found.place(at);
        return { record, slot: slot + offset };
      },
      numberOf: (part) => home(part).number,
      units({ index }) {
        const own = order.at(index);
        return [own, ...(again?.get(own) ?? [])].map((each) => found.place(each));
      },
      again: (part) => {
        const { at, offset } = home(part);
        return this.copiesOf(at, offset, again).map((number) => {
          const copy = found.place(found.messageOf(number));
          const slot = copy.slot + number - copy.firstPart;
          return { record: copy.record, slot, chars: this.chars.at(number) };
        });
      },
      hasSides: !sides.isEmpty || prompts.length > 0,
      sides: (part) => {
        if (sides.isEmpty) return [];
        const { at, offset, number } = home(part);
        return [number, ...this.copiesOf(at, offset, again)].flatMap((each) => sides.ofPart(each));
      },
      sidesOfCall: (part) => {
        const { at, number } = home(part);
        return this.sidesOfCall(at, number);
      },
      prompts,
    };
  }

  private sidesOfCall(at: number, part: number): readonly SidePlace[] | undefined {
    const { found, sides } = this;
    const head = found.head(part);
    const callId = head.kind === "observation" ? head.callId : undefined;
    return callId === undefined ? undefined : sides.ofCall({ callId, thread: found.threadOf(at) });
  }

  private fill(outline: Outline, index: number): void {
    const { found } = this;
    const { record, firstPart, parts } = found.place(index);
    outline.addMessage(found.role(index), record, found.about(index));
    for (let part = firstPart; part < firstPart + parts; part++)
      outline.addPart(found.head(part), this.chars.at(part), this.sizes.get(part));
    const model = this.models.get(index);
    if (model !== undefined) outline.addModel(model);
    const usage = this.usage.get(index);
    if (usage !== undefined) outline.addUsage(usage);
  }

  /** The copies of part `offset` of a message, by their numbers among all parts. */
  private copiesOf(at: number, offset: number, again: Arrangement["again"]): readonly number[] {
    const copies = again?.get(at) ?? [];
    return copies.flatMap((copy) => this.same.in(copy, at, offset) ?? []);
  }
}
