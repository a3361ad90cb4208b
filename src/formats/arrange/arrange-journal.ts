import {
  type Arrangement,
  type Found,
  type FoundMessage,
  TORN,
} from "../../transcript/model/arrangement.ts";
import type { Sequence } from "../../transcript/model/sequence.ts";
import { arrangeAll, type Stepwise, stepwiseBefore } from "./arrange-stepwise.ts";

/**
 * Marks of `arrangeJournal`. `prompt`, `injection` and `summary` are about the next message: a user's prompt
 * with the id `id`; a message injected for the prompt `id`; the summary of a compaction. `settled`: the
 * previous reply takes no more results. `undo`: the last `id` prompts and everything since are taken back.
 * `clear`: everything is. `compaction`, with the summary after it: prompts stay, "12 3" of them in all and
 * among the first. `compactionByCount`: all but the first `id` messages stay.
 */
export const JOURNAL_MARKS = {
  prompt: "prompt",
  injection: "injection",
  summary: "summary",
  settled: "settled",
  undo: "undo",
  clear: "clear",
  compaction: "compaction",
  compactionByCount: "compaction by count",
} as const;

/**
 * Arranges a journal from which an agent rebuilds its context. A reply is one message, wherever its parts
 * are; messages injected while its calls are unanswered come after their results. Counts that span a torn
 * line make nothing dead. If the journal counts anything, nothing is dropped, because the counts would be
 * wrong.
 */
export function arrangeJournal(found: Sequence<Found>): readonly Arrangement[] {
  return arrangeAll(found, new Journal());
}

/** The journal as it was before each of several compactions. */
export const journalBefore = stepwiseBefore(() => new Journal());

/** A message of the context: all messages of a reply, or one message. */
interface JournalEntry {
  readonly indexes: number[];
  readonly kind: "prompt" | "injection" | "summary" | "other";
  /** The id of a prompt, or of the prompt that a message was injected for. */
  readonly id?: string;
}

class Journal implements Stepwise {
  private history: JournalEntry[] = [];
  private readonly dead: number[] = [];
  private system: number | undefined;
  private deferred: JournalEntry[] = [];
  private readonly pending = new Set<string>();
  private open: { readonly reply: string; readonly entry: JournalEntry } | undefined;
  /** The kind and id of the next message. */
  private next: Pick<JournalEntry, "kind" | "id"> = OTHER;
  /** The part of the history that the next summary keeps. */
  private kept: JournalEntry[] | undefined;
  private isTorn = false;
  private isCounted = false;

  take(each: Found): void {
    if (each.mark === undefined) this.add(each);
    else this.obey(each.mark, each.id ?? "");
  }

  private add({ index, role, reply, parts }: FoundMessage): void {
    const entry: JournalEntry = { indexes: [index], ...this.next };
    this.next = OTHER;
    if (role === "system") {
      if (this.system !== undefined) this.dead.push(this.system);
      this.system = index;
    } else if (this.kept !== undefined) {
      this.history = [...this.kept, { ...entry, kind: "summary" }];
      this.kept = undefined;
    } else if (reply !== undefined) this.takeOfReply(entry, reply);
    else if (role === "user" && this.pending.size > 0) this.deferred.push(entry);
    else this.history.push(entry);
    for (const part of parts) {
      if (part.kind === "call" && part.id !== undefined) this.pending.add(part.id);
      if (part.kind === "observation" && part.callId !== undefined && this.answer(part.callId))
        this.flush();
    }
  }

  private obey(mark: string, id: string): void {
    switch (mark) {
      case JOURNAL_MARKS.prompt:
      case JOURNAL_MARKS.injection:
      case JOURNAL_MARKS.summary:
        this.next = { kind: mark, id };
        return;
      case JOURNAL_MARKS.settled:
        this.pending.clear();
        this.flush();
        return;
      case JOURNAL_MARKS.undo:
        this.undo(Number(id));
        return;
      case JOURNAL_MARKS.clear:
        this.keep([]);
        this.history = [];
        this.kept = undefined;
        return;
      case JOURNAL_MARKS.compaction:
        this.keep(this.keptPrompts(id));
        return;
      case JOURNAL_MARKS.compactionByCount:
        this.isCounted = true;
        this.keep(this.isTorn ? this.history : this.history.slice(Number(id)));
        return;
      case TORN:
        this.isTorn = true;
    }
  }

  arrangements(): readonly Arrangement[] {
    const live = [...this.history, ...(this.kept ?? []), ...this.deferred];
    const system = this.system === undefined ? [] : [this.system];
    const dead = this.dead.sort((a, b) => a - b);
    return [
      {
        messages: [...dead, ...system, ...live.flatMap(({ indexes }) => indexes)],
        dead: this.dead.length,
        undroppable: this.isCounted ? "sessions that count their messages" : undefined,
      },
    ];
  }

  bury(): void {
    this.dead.length = 0;
  }

  private takeOfReply(entry: JournalEntry, reply: string): void {
    if (this.open?.reply === reply) {
      this.open.entry.indexes.push(...entry.indexes);
      return;
    }
    this.open = { reply, entry };
    this.history.push(entry);
  }

  private answer(id: string): boolean {
    this.pending.delete(id);
    return this.pending.size === 0;
  }

  private flush(): void {
    for (const entry of this.deferred) this.history.push(entry);
    this.deferred = [];
  }

  /** Keeps only these entries of the history, and drops messages that wait for results. */
  private keep(kept: readonly JournalEntry[]): void {
    const stays = new Set(kept);
    for (const entry of [...this.history, ...this.deferred])
      if (!stays.has(entry)) this.leave(entry);
    this.history = [];
    this.kept = [...kept];
    this.reset();
  }

  private leave({ indexes }: JournalEntry): void {
    for (const index of indexes) this.dead.push(index);
  }

  private reset(): void {
    this.deferred = [];
    this.pending.clear();
    this.open = undefined;
  }

  private keptPrompts(counts: string): readonly JournalEntry[] {
    const [all = 0, first = 0] = counts.split(" ").map(Number);
    if (first > 0) this.isCounted = true;
    const prompts = this.history.filter(({ kind }) => kind === "prompt");
    const tail = Math.max(prompts.length - (all - first), 0);
    return prompts.filter((_, at) => at < first || at >= tail);
  }

  private undo(count: number): void {
    this.isCounted = true;
    const at = this.isTorn ? undefined : this.undoneFrom(count);
    if (at === undefined) return;
    for (const entry of [...this.history.splice(at), ...this.deferred]) this.leave(entry);
    this.reset();
  }

  /** Where the part to take back begins; undefined if there are fewer prompts since the last summary. */
  private undoneFrom(count: number): number | undefined {
    let left = count;
    for (let at = this.history.length - 1; at >= 0; at--) {
      const { kind, id } = this.history[at] as JournalEntry;
      if (kind === "summary") return undefined;
      if (kind !== "prompt" || --left > 0) continue;
      while (id !== "" && this.isPutInFor(at - 1, id)) at--;
      return at;
    }
    return undefined;
  }

  private isPutInFor(at: number, prompt: string | undefined): boolean {
    const before = this.history[at];
    return before?.kind === "injection" && before.id === prompt;
  }
}

const OTHER = { kind: "other" } as const;
