import {
  ARRANGED_KIND,
  ARRANGED_KINDS,
  ARRANGED_MARKS,
  ARRANGED_NAME_BITS,
  ARRANGED_PART,
  ARRANGED_PARTS,
} from "../../../json/kernel/kernel-arranged.ts";
import type { Found } from "../../../transcript/model/arrangement.ts";
import type { PartHead } from "../../../transcript/model/heads.ts";
import { ROLES, type Role } from "../../../transcript/model/message.ts";
import { type Sequence, sequence } from "../../../transcript/model/sequence.ts";
import type { SessionMessages } from "./session-messages.ts";

/** All that was found in a session whose columns are in the kernel, once its messages are linked. */
export function sessionFindings(messages: SessionMessages): Sequence<Found> {
  const { foundCount } = messages.kernel.exports;
  // Anything without a `mark` is a message, which the compiler cannot infer.
  return sequence(
    () => foundCount.value,
    (index) => new SessionFinding(messages, index) as Found,
  );
}

/** The kind of a message, by its role, or of a mark; with flags above it. */
export function kindOfFound({ kernel }: SessionMessages, index: number): number {
  const at = kernel.exports.kinds.value + index;
  return ((kernel.integers[at >> 2] ?? 0) >>> (8 * (at & 3))) & 0xff;
}

/** The number of the parent's index, or `-1 - number` for an id that nothing has. */
export function parentAt({ kernel }: SessionMessages, index: number): number {
  return kernel.integers[(kernel.exports.parents.value >> 2) + index] ?? 0;
}

/** A message or a mark. */
class SessionFinding {
  readonly index: number;
  /** Asked for often: a field, not an accessor. */
  readonly mark: string | undefined;
  private readonly messages: SessionMessages;

  constructor(messages: SessionMessages, index: number) {
    this.messages = messages;
    this.index = index;
    const { kind } = this;
    const { link, other } = ARRANGED_KINDS;
    this.mark = kind < other ? ARRANGED_MARKS[kind - link] : messages.otherMarks[kind - other];
  }

  get role(): Role {
    return ROLES[this.kind] ?? "assistant";
  }

  private get kind(): number {
    return kindOfFound(this.messages, this.index) & ARRANGED_KIND;
  }

  get id(): string | undefined {
    return this.idAt(this.index);
  }

  get hasId(): boolean {
    return this.integer("ids", this.index) !== 0;
  }

  get parent(): string | undefined {
    const parent = parentAt(this.messages, this.index);
    return parent >= 0 ? this.idAt(parent) : this.messages.texts.text(-1 - parent);
  }

  get parentIndex(): number | undefined {
    const parent = parentAt(this.messages, this.index);
    return parent < 0 ? undefined : parent;
  }

  get thread(): string | undefined {
    const { hasThreads } = this.messages.kernel.exports;
    return hasThreads.value === 0 ? undefined : this.text("threads", this.index);
  }

  get reply(): string | undefined {
    return this.text("replies", this.index);
  }

  get parts(): readonly PartHead[] {
    const { foundCount, partTotal } = this.messages.kernel.exports;
    const { index } = this;
    const isLast = index + 1 === foundCount.value;
    const end = isLast ? partTotal.value : this.integer("firstParts", index + 1);
    const first = this.integer("firstParts", index);
    return Array.from({ length: end - first }, (_, k) => this.part(first + k));
  }

  /** The head of a part, as far as arranging needs it. */
  private part(index: number): PartHead {
    const about = this.integer("partKinds", index);
    const id = this.text("partIds", index);
    const name = this.messages.texts.text(about >>> ARRANGED_NAME_BITS);
    switch (about & ARRANGED_PART) {
      case ARRANGED_PARTS.call:
        return { kind: "call", id, name: name ?? "" };
      case ARRANGED_PARTS.result:
        return { kind: "observation", callId: id, toolName: name, isError: false, editable: true };
      default:
        return { kind: "text" };
    }
  }

  private idAt(index: number): string | undefined {
    return this.text("ids", index);
  }

  private text(column: FoundColumn, at: number): string | undefined {
    return this.messages.texts.text(this.integer(column, at));
  }

  private integer(column: FoundColumn, at: number): number {
    const { exports, integers } = this.messages.kernel;
    return integers[(exports[column].value >> 2) + at] ?? 0;
  }
}

type FoundColumn = "ids" | "threads" | "replies" | "firstParts" | "partKinds" | "partIds";
