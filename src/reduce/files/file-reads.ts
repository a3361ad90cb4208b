import type { ObservationPart } from "../../transcript/model/message.ts";
import type { Step } from "../windows/window-ends.ts";
import { covers, type LineRange } from "./line-ranges.ts";

/** A call on a file with its result: the number of its part, the step of the result, and whether it succeeded. */
interface FileEvent {
  readonly call: number;
  readonly step: Step;
  readonly isMade: boolean;
}

/** A read of a file, and the later events of that file. */
export interface Read extends FileEvent {
  readonly part: ObservationPart;
  readonly path: string;
  readonly tool: string;
  readonly lines: LineRange;
  readonly chars: number;
  /** Whether it shows all requested lines. */
  readonly isWhole: boolean;
  /** Whether it may be masked. */
  readonly canGo: boolean;
  /**
   * The first later read of all its lines, the first later edit, and the first read of any lines after that edit.
   */
  readonly again?: { readonly step: Step; readonly tool: string };
  readonly edited?: Step;
  readonly next?: Step;
}

/** The number of newest reads that are compared with a new one. */
const MAX_COMPARED = 100;

/**
 * The reads of one file; its events are added in order. A call with a late result, after that of a later call, is
 * ignored, since the order of the two is not known.
 */
export class FileReads {
  private readonly all: Known[] = [];
  /** Reads whose lines were not all read again, and reads without an edit since. */
  private open: { readonly read: Known; readonly number: number }[] = [];
  private unedited: Known[] = [];
  private latest: Known | undefined;
  private latestCall = -1;
  private count = 0;

  /** All successful reads. */
  get reads(): readonly Read[] {
    return this.all;
  }

  read(read: Read): void {
    const number = this.count++;
    if (this.isLate(read) || !read.isMade) return;
    const { step, tool } = read;
    if (this.latest !== undefined) this.latest.next = step;
    const known: Known = { ...read };
    this.latest = known;
    this.open = this.open.filter((each) => {
      if (each.number < number - MAX_COMPARED) return false;
      if (!replaces(read, each.read)) return true;
      each.read.again = { step, tool };
      return false;
    });
    this.open.push({ read: known, number });
    this.unedited.push(known);
    this.all.push(known);
  }

  edit(edit: FileEvent): void {
    if (this.isLate(edit) || !edit.isMade) return;
    for (const read of this.unedited) read.edited = edit.step;
    this.unedited = [];
  }

  private isLate({ call }: FileEvent): boolean {
    if (call < this.latestCall) return true;
    this.latestCall = call;
    return false;
  }
}

type Known = { -readonly [K in keyof Read]: Read[K] };

/** Whether one read certainly shows all of another; a shorter result may be just a message. */
function replaces(later: Read, earlier: Read): boolean {
  return later.isWhole && later.chars >= earlier.chars && covers(later.lines, earlier.lines);
}
