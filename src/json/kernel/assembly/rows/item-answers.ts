/** Texts of the user that may be tools' answers, where messages are learned, in AssemblyScript. */
import { isHeader, mayBeResult, weightOfAnswer } from "../chat/text-headers";

/** Whether a text of the user may be a tool's answer in a conversation without calls. */
export let itemsMayAnswer: bool = false;
/** Texts of the user, after a reply, that begin like tools' answers, where those that certainly do count more. */
export let itemsAnswers: i32 = 0;
let hasReply: bool = false;

/** Starts a conversation. */
export function beginAnswers(): void {
  itemsMayAnswer = false;
  itemsAnswers = 0;
  hasReply = false;
}

/** Notes that the model replied. */
export function noteReplied(): void {
  hasReply = true;
}

/** Notes whether a text of the user begins like a tool's answer. */
export function noteAnswer(text: i32): void {
  if (mayBeResult(text)) {
    itemsMayAnswer = true;
    if (hasReply) itemsAnswers += weightOfAnswer(text);
  } else if (isHeader(load<i32>(text, 4) + 1, load<i32>(text, 8) - 1) != 0) itemsMayAnswer = true;
}
