import type { KernelWords } from "../../../json/kernel/kernel-words.ts";
import { type NumberedTexts, TextTable } from "../../../transcript/columns/text-table.ts";
import type { Id } from "../../../transcript/model/id.ts";

/**
 * The texts of a session, numbered by the kernel, which reads most lines; texts for which it has no room are
 * numbered here.
 */
export class SessionTexts implements NumberedTexts {
  private readonly kernel: KernelWords;
  private readonly others = new TextTable();
  /** The highest number that the kernel gives. */
  private readonly most: number;

  constructor(kernel: KernelWords, most: number = kernel.room) {
    this.kernel = kernel;
    this.most = most;
    kernel.clear(most);
  }

  get size(): number {
    const { others, most } = this;
    return others.size > 0 ? most + others.size : this.kernel.count;
  }

  numberOf(text: string | undefined): number {
    if (text === undefined) return 0;
    const number = text.length > LONGEST || HALF_PAIR.test(text) ? -1 : this.kernel.intern(text);
    return number < 0 ? this.most + this.others.numberOf(text) : number;
  }

  numberOfId(id: Id | undefined): number {
    if (typeof id !== "object") return this.numberOf(id);
    const number = this.kernel.internBytes(id);
    return number < 0 ? this.most + this.others.numberOfId(id) : number;
  }

  text(number: number): string | undefined {
    if (number === 0) return undefined;
    return number > this.most ? this.others.text(number - this.most) : this.kernel.text(number);
  }
}

/** The longest text, in chars, that the kernel numbers. */
const LONGEST = 85;

const HALF_PAIR = /[\ud800-\udfff]/u;
