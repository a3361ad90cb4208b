import type { ObservationPart } from "../../transcript/model/message.ts";
import type { Step } from "../windows/window-ends.ts";
import { covers, type LineRange } from "./line-ranges.ts";

/** A call on a file that was answered at a step: by its number among the parts, and whether it worked. */
interface FileEvent {
  readonly call: number;
  readonly step: Step;
  readonly isMade: boolean;
}

/** A read of a file, and what came after it. */
export interface Read extends FileEvent {
  readonly part: ObservationPart;
  readonly path: string;
  readonly tool: string;
  readonly lines: LineRange;
  readonly chars: number;
  /** Whether it shows all that was asked for. */
  readonly isWhole: boolean;
  /** Whether it may be masked. */
  readonly canGo: boolean;
  /** The first read of all its lines, the first edit, and the first read of any lines after it. */
  readonly again?: { readonly step: Step; readonly tool: string };
  readonly edited?: Step;
  readonly next?: Step;
}

/** The number of newest reads that are compared with a new one. */
const MAX_COMPARED = 100;

/**
 * The reads of one file, told of what happens to it in order. What was called before something that
 * was answered before it comes late, and counts for nothing: which of the two was first is not known.
 */
export class FileReads {
  private readonly all: Known[] = [];
  /** Those of which not all lines were read again, and those since which there was no edit. */
  private open: { readonly read: Known; readonly number: number }[] = [];
  private unedited: Known[] = [];
  private latest: Known | undefined;
  private latestCall = -1;
  private count = 0;

  /** All that succeeded. */
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

/** Whether one read shows all of another, as far as that is certain: a shorter one may be a word. */
function replaces(later: Read, earlier: Read): boolean {
  return later.isWhole && later.chars >= earlier.chars && covers(later.lines, earlier.lines);
}
