import type { RequestLine } from "./request-line.ts";

/** The most chars of lines that wait for the reader of the log. */
const MOST_WAITING = 1024 * 1024;

/**
 * Writes a line for each request as NDJSON, those that come meanwhile together. A reader that stalls does not
 * fill the memory: lines beyond a limit are dropped, and a line in their place says how many. If the reader
 * has left, serving goes on.
 */
export function requestLog(
  write: (bytes: Buffer) => Promise<void>,
  { onDropped, most = MOST_WAITING }: { onDropped(): void; readonly most?: number },
): (line: RequestLine) => void {
  let isOpen = true;
  let isWriting = false;
  let waiting = "";
  let dropped = 0;
  const writeAll = async () => {
    isWriting = true;
    try {
      while (waiting !== "") {
        const note = dropped === 0 ? "" : `${JSON.stringify({ droppedLines: dropped })}\n`;
        const bytes = Buffer.from(waiting + note);
        waiting = "";
        dropped = 0;
        await write(bytes);
      }
    } catch {
      isOpen = false;
    }
    isWriting = false;
  };
  return (line) => {
    if (!isOpen) return;
    const text = `${JSON.stringify(line)}\n`;
    if (waiting.length + text.length > most) {
      dropped++;
      onDropped();
      return;
    }
    waiting += text;
    if (!isWriting) void writeAll();
  };
}
