/** Bytes of which every reply of a model with calls has at least one, in all wire formats. */
const MARKS = ['"assistant"', '"model"', '_call"'].map((text) => Buffer.from(text));

/** An upper bound for the number of a model's replies in a request's bytes. */
export function replyMarks(bytes: Buffer): number {
  let marks = 0;
  for (const mark of MARKS)
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) marks++;
  return marks;
}
