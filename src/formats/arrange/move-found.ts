import type { Found, FoundMessage } from "../../transcript/model/arrangement.ts";
import type { PartHead } from "../../transcript/model/heads.ts";
import type { Role } from "../../transcript/model/message.ts";

/** The same message or mark under other numbers: its own, and that of its parent. */
export function moveFound(each: Found, index: number, parentIndex: number | undefined): Found {
  if (each.mark === undefined) return new MovedMessage(each, index, parentIndex);
  const { mark, id, parent, thread } = each;
  return { index, parentIndex, mark, id, parent, thread };
}

/** A message at another position; its other properties are read from the original on demand. */
class MovedMessage implements FoundMessage {
  readonly index: number;
  readonly parentIndex: number | undefined;
  private readonly from: FoundMessage;

  constructor(from: FoundMessage, index: number, parentIndex: number | undefined) {
    this.from = from;
    this.index = index;
    this.parentIndex = parentIndex;
  }

  get role(): Role {
    return this.from.role;
  }

  get id(): string | undefined {
    return this.from.id;
  }

  get parent(): string | undefined {
    return this.from.parent;
  }

  get thread(): string | undefined {
    return this.from.thread;
  }

  get reply(): string | undefined {
    return this.from.reply;
  }

  get parts(): readonly PartHead[] {
    return this.from.parts;
  }
}
