import { ElisionError } from "../../base/errors.ts";
import type { Job } from "../../engine/edits/job.ts";
import type { ReadTranscript } from "../../engine/input/read-transcript.ts";
import { readTranscriptsOf } from "../../engine/input/read-transcripts.ts";
import type { Splice } from "../../json/splice/splice.ts";
import type { TapeTree } from "../../json/tape/tape-tree.ts";
import type { Node } from "../../json/tree/tree.ts";
import { chosenFormats } from "../format-option.ts";
import type { ReplyMark } from "./recent-requests.ts";
import type { SettledStart } from "./request-editing.ts";
import { MESSAGES_KEY, type RequestFormat } from "./request-format.ts";

/** The messages of a request, or those that come after a start that is known. */
export interface RequestPart {
  readonly read: ReadTranscript;
  /** The model that it names. */
  readonly model: string | undefined;
  /** The same splices by the offsets of the body. */
  inBody(splices: readonly Splice[]): readonly Splice[];
  /** Where replies begin; `handledBefore` counts the results that were handled before a message. */
  replies(handledBefore: (message: number) => number): readonly ReplyMark[];
  /** The results of the known start. */
  readonly firstResult: number;
  /** The results, and the tool turns, of the known start and of this together. */
  readonly results: number;
  readonly toolTurns: number;
  /** Where its last messages end, and the array of them. */
  readonly settled: Pick<SettledStart, "ends" | "arrayEnd">;
}

/** A place in a body before a reply of the model, and the results and tool turns before it. */
export interface PartStart {
  readonly start: number;
  readonly results: number;
  readonly toolTurns: number;
}

/**
 * Reads a request, or what comes after a start of it: that is put into an array of its own, since all that comes before a
 * reply of the model says nothing about what comes after. Gives what `use` makes of it; undefined where it is not wanted.
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
  // The kernel scans what ends as a line does.
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
  /** Where reading begins; undefined: with the body. */
  readonly first?: PartStart | undefined;
  /** Whether it is read at all, once it was scanned. */
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

/** Messages whose ends are told. */
export const MOST_ENDS = 16;

/** Where the last items of an array end. */
function lastEnds({ open }: ReadTranscript, array: Node): readonly number[] {
  const { tree } = open(0);
  return tree
    .items(array)
    .slice(-MOST_ENDS)
    .map((item) => tree.end(item));
}

/** The offset in a body of the tree of all of it, whose own offsets begin elsewhere. */
export function shiftOf(body: Buffer, tree: TapeTree): number {
  return firstByte(body) - tree.start(tree.root);
}

/** Where the value of a body begins. */
function firstByte(bytes: Buffer): number {
  let at = bytes[0] === 0xef ? 3 : 0;
  while (bytes[at] === 0x20 || (bytes[at] ?? 0) - 0x09 <= 1 || bytes[at] === 0x0d) at++;
  return at;
}
