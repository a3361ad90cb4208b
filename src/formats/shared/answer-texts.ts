import type { Node, Tree } from "../../json/tree/tree.ts";
import { hasResultHeader, mayBeResult } from "./observation-headers.ts";

/** A person may begin a message like a result, but hardly two of them. */
export const FEWEST_ALIKE = 2;

/** Counts texts of the user after a reply, before any tool result: in text protocols they are tools' answers. */
export class AnswerTexts {
  count = 0;
  /** Texts that certainly begin like a tool's answer. */
  sure = 0;
  /** Texts that may begin like one. */
  alike = 0;

  add(tree: Tree, text: Node): void {
    this.count++;
    if (hasResultHeader(tree, text)) this.sure++;
    else if (mayBeResult(tree, text)) this.alike++;
  }

  clear(): void {
    this.count = 0;
    this.sure = 0;
    this.alike = 0;
  }
}
