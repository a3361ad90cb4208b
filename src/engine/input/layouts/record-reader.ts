import type { Format } from "../../../formats/format.ts";
import { FOUND_BY_CONTENT, type FormatChoice } from "../../../formats/registry/format-choice.ts";
import { TapeTree } from "../../../json/tape/tape-tree.ts";
import type { ConversationRecord } from "../input-piece.ts";
import { notJson, problemAt } from "../input-problem.ts";
import type { HeldLine } from "../lines/read-line.ts";
import type { Reading, RecordAbout } from "../reading.ts";
import type { Coverage } from "../recognise/coverage.ts";
import { formatsReading, Misread } from "../recognise/misread.ts";
import { UnreadGuard } from "../recognise/unread-guard.ts";
import { ConversationReader } from "../transcripts/conversation-reader.ts";

/** Reads the records of an input, whatever its layout, and counts their faults. */
export class RecordReader {
  readonly reading: Reading;
  readonly choice: FormatChoice;
  readonly guard: UnreadGuard;
  readonly counts = { otherRecords: 0, badLines: 0, invalidUtf8Records: 0 };
  private readonly conversations: ConversationReader;

  constructor(reading: Reading) {
    this.reading = reading;
    this.choice = reading.formats ?? FOUND_BY_CONTENT;
    this.guard = new UnreadGuard(reading);
    this.conversations = new ConversationReader(reading);
  }

  /**
   * The record of a line. A line that is not JSON, a torn one for example, is counted and reported, and has none;
   * with `strict` it ends the job.
   */
  recordUnlessBad({ line, tree }: HeldLine): TapeTree | undefined {
    if (tree === undefined || tree instanceof TapeTree) return tree && this.counted(tree);
    const problem = problemAt(line.bytes, tree, { ...line, line: line.number });
    if (this.reading.strict) throw notJson(problem);
    this.counts.badLines++;
    this.reading.onBadLine(problem);
    return undefined;
  }

  /** Counts a record. */
  counted(tree: TapeTree): TapeTree {
    if (tree.hasInvalidUtf8) this.counts.invalidUtf8Records++;
    return tree;
  }

  /** Counts a record that no format takes for a conversation. */
  leaveOther(tree: TapeTree, line: number): void {
    this.counts.otherRecords++;
    this.guard.leaveOther(tree, line);
  }

  /**
   * Counts what a format finds and leaves in a record, and keeps what it found until the record is read; undefined if
   * the record may be read as columns.
   */
  judge(tree: TapeTree, about: Pick<RecordAbout, "format" | "line">): Coverage | undefined {
    const { chat, inner } = about.format;
    return (chat ?? inner) ? undefined : this.conversations.judge(tree, about);
  }

  /**
   * Reads a record that a format claims as conversations. If no format reads it, throws, or if it `mayBeLeft`,
   * leaves it.
   */
  conversation(
    tree: TapeTree,
    about: RecordAbout,
    { mayBeLeft }: { readonly mayBeLeft: boolean },
  ): ConversationRecord {
    const { guard } = this;
    const read = (format: Format) => this.conversations.read(tree, { ...about, format, guard });
    return {
      kind: "conversation",
      tree,
      about: { ...about, guard },
      read: () => {
        try {
          return read(about.format);
        } catch (error) {
          if (!(error instanceof Misread)) throw error;
          const other = this.otherFormat(tree);
          if (other !== undefined) return read(other);
          if (!mayBeLeft) throw error;
          guard.leaveMisread(tree, error.left, error.format);
          return undefined;
        }
      },
    };
  }

  /** Finds another format for a record that turned out not to be of the one that claimed it. */
  private otherFormat(tree: TapeTree): Format | undefined {
    const { among, forced } = this.choice;
    if (forced !== undefined) return undefined;
    for (const format of formatsReading([tree], among))
      if (format.kindOf(tree, tree.root) === "conversation") return format;
    return undefined;
  }
}
