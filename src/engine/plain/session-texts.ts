import type { KernelSessions } from "../../json/kernel/kernel-sessions.ts";
import { type NumberedTexts, TextTable } from "../../transcript/columns/text-table.ts";
import type { Id } from "../../transcript/model/id.ts";

/**
 * The texts of a session, numbered by the kernel, which reads most of its lines; those that it has no room for are
 * numbered here.
 */
export class SessionTexts implements NumberedTexts {
  private readonly kernel: KernelSessions;
  private readonly others = new TextTable();

  constructor(kernel: KernelSessions) {
    this.kernel = kernel;
    kernel.clear();
  }

  get size(): number {
    const { others } = this;
    return others.size > 0 ? KERNEL_IDS + others.size : this.kernel.count;
  }

  numberOf(text: string | undefined): number {
    if (text === undefined) return 0;
    const number = text.length > LONGEST || HALF_PAIR.test(text) ? -1 : this.kernel.intern(text);
    return number < 0 ? KERNEL_IDS + this.others.numberOf(text) : number;
  }

  numberOfId(id: Id | undefined): number {
    if (typeof id !== "object") return this.numberOf(id);
    const number = this.kernel.internBytes(id);
    return number < 0 ? KERNEL_IDS + this.others.numberOfId(id) : number;
  }

  text(number: number): string | undefined {
    if (number === 0) return undefined;
    return number > KERNEL_IDS ? this.others.text(number - KERNEL_IDS) : this.kernel.text(number);
  }

  forgetSlots(): void {
    this.others.forgetSlots();
  }
}

/** Longer texts are not given to the kernel, nor numbered by it. */
const LONGEST = 85;

const HALF_PAIR = /[\ud800-\udfff]/u;

/** The kernel's numbers are lower. */
const KERNEL_IDS = 1 << 20;
