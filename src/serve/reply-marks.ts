/** Bytes of which one is in every reply of a model with calls, in all wire formats. */
const MARKS = ['"assistant"', '"model"', '_call"'].map((text) => Buffer.from(text));

/** The most replies of a model that bytes of a request can hold. */
export function replyMarks(bytes: Buffer): number {
  let marks = 0;
  for (const mark of MARKS)
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) marks++;
  return marks;
}
