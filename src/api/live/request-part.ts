import { ElisionError } from "../../base/errors.ts";
import type { Job } from "../../engine/edits/job.ts";
import { readTranscriptsOf } from "../../engine/input/read-transcripts.ts";
import type { ReadTranscript } from "../../engine/input/transcripts/read-transcript.ts";
import type { Splice } from "../../json/splice/splice.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Node } from "../../json/tree/tree.ts";
import { chosenFormats } from "../format-option.ts";
import type { ReplyMark } from "./recent-requests.ts";
import type { SettledStart } from "./request-editing.ts";
import { MESSAGES_KEY, type RequestFormat } from "./request-format.ts";

/** The messages of a request, or those after a known start. */
export interface RequestPart {
  readonly read: ReadTranscript;
  /** The model in its body. */
  readonly model: string | undefined;
  /** The same splices at the offsets of the body. */
  inBody(splices: readonly Splice[]): readonly Splice[];
  /** The marks of replies; `handledBefore` counts the results that were handled before a message. */
  replies(handledBefore: (message: number) => number): readonly ReplyMark[];
  /** The number of results in the known start. */
  readonly firstResult: number;
  /** The results, and the tool turns, of the known start and of this part together. */
  readonly results: number;
  readonly toolTurns: number;
  /** The ends of its last messages, and of their array. */
  readonly settled: Pick<SettledStart, "ends" | "arrayEnd">;
}

/** An offset in a body before a reply of the model, and the results and tool turns before it. */
export interface PartStart {
  readonly start: number;
  readonly results: number;
  readonly toolTurns: number;
}

/**
 * Reads a request, or the part after a known start: that part is wrapped in an array of its own, because
 * nothing before a reply of the model affects what comes after. Returns the result of `use`; undefined if the
 * request is not wanted.
 *
 * @throws {ElisionError} for a body that is not one request of the format.
 */
export function readRequestPart<T>(
  body: Buffer,
  { format, job, first, wants }: RequestReading,
  use: (part: RequestPart) => T,
): T | undefined {
  const from = first?.start ?? 0;
  const head = first === undefined ? "" : `{"${MESSAGES_KEY[format]}":[`;
  const rest = body.subarray(from);
  let used: { readonly value: T } | undefined;
  let isWanted = true;
  const onTranscript = (read: ReadTranscript) => {
    if (used !== undefined)
      throw new ElisionError("bad-input", "expected one conversation (got several)");
    const { tree } = read.open(0);
    const shift = head === "" ? shiftOf(body, tree) : from - head.length - tree.start(tree.root);
    used = { value: use(requestPart(read, { format, first, shift })) };
  };
  // The kernel scans text that ends like a line.
  readTranscriptsOf([Buffer.from(head), rest, LINE_END], {
    ...job,
    file: "request",
    formats: chosenFormats({ format }),
    strict: true,
    onTranscript,
    ...(wants !== undefined && {
      wants(record) {
        isWanted = wants(record);
        return isWanted;
      },
    }),
  });
  if (!isWanted) return undefined;
  if (used === undefined) throw new ElisionError("bad-input", "expected a conversation");
  return used.value;
}

const LINE_END = Buffer.from("\n");

/** How a request is read. */
export interface RequestReading {
  readonly format: RequestFormat;
  readonly job: Job;
  /** Where reading begins; undefined: at the start of the body. */
  readonly first?: PartStart | undefined;
  /** Whether to read it, decided after it was scanned. */
  readonly wants?: ((record: TapeTree) => boolean) | undefined;
}

function requestPart(
  read: ReadTranscript,
  {
    format,
    first,
    shift,
  }: {
    readonly format: RequestFormat;
    readonly first: PartStart | undefined;
    readonly shift: number;
  },
): RequestPart {
  const { transcript } = read;
  const { tree } = read.open(0);
  const { turns } = transcript;
  const turnsBefore = first?.toolTurns ?? 0;
  const resultsBefore = first?.results ?? 0;
  const array = tree.get(tree.root, MESSAGES_KEY[format]);
  const model = tree.get(tree.root, "model");
  return {
    read,
    model: tree.isString(model) ? tree.text(model) : undefined,
    inBody: (splices) =>
      splices.map((splice) => ({
        ...splice,
        start: splice.start + shift,
        end: splice.end + shift,
      })),
    firstResult: resultsBefore,
    results: resultsBefore + [...transcript.observations()].length,
    toolTurns: turnsBefore + turns.toolTurnsUpTo(turns.count),
    settled: {
      ends: lastEnds(read, array).map((end) => end + shift),
      arrayEnd: tree.end(array) - 1 + shift,
    },
    replies: (handledBefore) =>
      repliesIn(read, {
        array,
        shift,
        before: { results: resultsBefore, toolTurns: turnsBefore },
        isTail: first !== undefined,
        handledBefore,
      }),
  };
}

/** The items of an array that begin a reply, after a message of the user; and where the next may begin. */
function repliesIn(
  { transcript, placed, open }: ReadTranscript,
  {
    array,
    shift,
    before,
    isTail,
    handledBefore,
  }: {
    readonly isTail: boolean;
    readonly array: Node;
    readonly shift: number;
    readonly before: { readonly results: number; readonly toolTurns: number };
    handledBefore(message: number): number;
  },
): readonly ReplyMark[] {
  const { tree, parts } = open(0);
  const { turns } = transcript;
  const replies: ReplyMark[] = [];
  let { results } = before;
  let isAnswered = isTail;
  let hasUser = isTail;
  for (const message of transcript.messages) {
    const isReply = message.role === "assistant";
    const [place] = placed.units(message);
    const unit = place && parts.unit(place.unit);
    if (isReply && isAnswered && unit?.inside === undefined && unit?.array === array)
      replies.push({
        start: tree.start(unit.node) + shift,
        results,
        toolTurns: before.toolTurns + turns.toolTurnsUpTo(turns.of(message.index) - 1),
        handled: handledBefore(message.index),
      });
    hasUser ||= message.role === "user";
    isAnswered = hasUser && !isReply;
    for (const { kind } of message.parts) if (kind === "observation") results++;
  }
  const last = tree.items(array).at(-1);
  if (isAnswered && last !== undefined)
    replies.push({
      start: tree.end(last) + shift,
      results,
      toolTurns: before.toolTurns + turns.toolTurnsUpTo(turns.count),
      handled: handledBefore(transcript.messages.length),
      isNext: true,
    });
  return replies;
}

/** The most messages whose ends are kept. */
export const MOST_ENDS = 16;

/** The ends of the last items of an array. */
function lastEnds({ open }: ReadTranscript, array: Node): readonly number[] {
  const { tree } = open(0);
  return tree
    .items(array)
    .slice(-MOST_ENDS)
    .map((item) => tree.end(item));
}

/** The shift from offsets of the tree to offsets of the whole body. */
export function shiftOf(body: Buffer, tree: TapeTree): number {
  return firstByte(body) - tree.start(tree.root);
}

/** The offset of a body's value. */
function firstByte(bytes: Buffer): number {
  let at = bytes[0] === 0xef ? 3 : 0;
  while (bytes[at] === 0x20 || (bytes[at] ?? 0) - 0x09 <= 1 || bytes[at] === 0x0d) at++;
  return at;
}
