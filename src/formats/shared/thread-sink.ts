import type { Shape } from "../../json/tree/shape.ts";
import type { Node, Tree } from "../../json/tree/tree.ts";
import type { Mark } from "../../transcript/model/arrangement.ts";
import type { MessageAbout, PartHead } from "../../transcript/model/heads.ts";
import type { Id } from "../../transcript/model/id.ts";
import type { Role } from "../../transcript/model/message.ts";
import type { SideOf } from "../../transcript/model/part-target.ts";
import type { RequestUsage } from "../../transcript/model/request-usage.ts";
import type { MessageSink } from "../format.ts";

/**
 * Passes on what a format finds as one thread among others; messages that already name a thread get one under
 * it.
 */
export class ThreadSink implements MessageSink {
  private readonly into: MessageSink;
  private readonly thread: string;

  constructor(into: MessageSink, thread: string) {
    this.into = into;
    this.thread = thread;
  }

  get wantsUsage(): boolean {
    return this.into.wantsUsage;
  }

  get wantsModels(): boolean {
    return this.into.wantsModels;
  }

  message(role: Role, node: Node, about?: MessageAbout<Id>): void {
    const thread = about?.thread === undefined ? this.thread : `${this.thread} ${about.thread}`;
    this.into.message(role, node, { ...about, thread });
  }

  array(array: Node): void {
    this.into.array(array);
  }

  part(head: PartHead<Id>, node?: Node, shape?: Shape): void {
    this.into.part(head, node, shape);
  }

  textless(content: Node): void {
    this.into.textless?.(content);
  }

  id(node: Node): Id | undefined {
    return this.into.id(node);
  }

  mark(mark: Mark<Id>): void {
    this.into.mark(mark);
  }

  side(node: Node, of?: SideOf): void {
    this.into.side(node, of);
  }

  ignore(node: Node): void {
    this.into.ignore(node);
  }

  unknown(node: Node): void {
    this.into.unknown?.(node);
  }

  usage(usage: RequestUsage): void {
    this.into.usage(usage);
  }

  model(node: Node): void {
    this.into.model(node);
  }

  inside(node: Node, read: (tree: Tree) => void): void {
    this.into.inside(node, read);
  }
}
