import type { ByteSource } from "../file-descriptor.ts";
import { pieceSource } from "../piece-source.ts";
import type { Spool } from "../store/spool.ts";
import { smallPieces } from "../store/store.ts";
import { type Unpacked, unpackMember } from "./pack-member.ts";
import { badZip, type ZipBytes, zipRange } from "./zip-bytes.ts";
import { readDirectory, type ZipDirectory, type ZipEntry } from "./zip-directory.ts";
import { badMember, readMember, type ZipMember } from "./zip-member.ts";

/** The samples of an Inspect log that is a ZIP archive (`.eval`), in the order in which they lie there. */
export interface ZipSamples {
  readonly zip: ZipBytes;
  readonly directory: ZipDirectory;
  readonly members: readonly ZipMember[];
  /** The facts about a sample's text; reads it where it was not read yet. */
  factsOf(member: ZipMember): Promise<SampleFacts>;
  /** The samples, a line each. */
  rows(): ByteSource;
}

/**
 * Facts about a sample's text: its SHA-256, and the byte that is in a row for each of its line breaks, if it has any.
 */
export interface SampleFacts {
  readonly digest: string;
  readonly lineBreak: number | undefined;
}

/** A member that every log has from its start; in one that is done it is the first. */
const STARTS: ReadonlySet<string> = new Set(["_journal/start.json", "header.json"]);
const SAMPLE = /^samples\/.*\.json$/s;

/**
 * The samples of an archive, if it is an Inspect log; undefined if it is anything else.
 *
 * @throws {ElisionError} `bad-zip` where it is a log that is damaged.
 */
export function zipSamples(zip: ZipBytes): ZipSamples | undefined {
  const directory = directoryOf(zip);
  if (directory === undefined || !directory.entries.some(({ name }) => STARTS.has(name)))
    return undefined;
  const known = new Map<ZipMember, SampleFacts>();
  const read = async (member: ZipMember): Promise<Unpacked & SampleFacts> => {
    const unpacked = await unpackMember(zip, member);
    const facts = { ...unpacked, lineBreak: lineBreakIn(unpacked.text, member.entry) };
    known.set(member, { digest: facts.digest, lineBreak: facts.lineBreak });
    return facts;
  };
  const members = membersOf(zip, directory);
  return {
    zip,
    directory,
    members,
    async factsOf(member) {
      const facts = known.get(member);
      if (facts !== undefined) return facts;
      const { text, digest, lineBreak } = await read(member);
      text.close();
      return { digest, lineBreak };
    },
    rows: () => pieceSource(rowPieces(members, read)),
  };
}

/** The directory; undefined where the archive has none and does not begin as a log does. */
function directoryOf(zip: ZipBytes): ZipDirectory | undefined {
  try {
    return readDirectory(zip);
  } catch (error) {
    const head = zipRange(zip, 0, Math.min(zip.size, MOST_NAME_END));
    const length = head.length < 28 ? 0 : head.readUInt16LE(26);
    if (STARTS.has(head.toString("utf8", 30, 30 + length))) throw error;
    return undefined;
  }
}

const MOST_NAME_END = 128;

/** The samples by their place. Of two of one name the later in the directory counts, as for its readers. */
function membersOf(zip: ZipBytes, { entries, start }: ZipDirectory): readonly ZipMember[] {
  const latest = new Map(entries.map((entry) => [entry.name, entry]));
  const ordered = [...entries].sort((a, b) => a.start - b.start);
  const members: ZipMember[] = [];
  for (const [index, entry] of ordered.entries()) {
    if (!SAMPLE.test(entry.name) || latest.get(entry.name) !== entry) continue;
    members.push(readMember(zip, entry, ordered[index + 1]?.start ?? start));
  }
  return members;
}

const LINE_BREAK = 0x0a;

/**
 * Bytes to take for line breaks, if the text has none of them: white space of JSON too, so that a row
 * is the same JSON. None may be in a string.
 */
const SUBSTITUTES = [0x0d, 0x09];

function lineBreakIn(text: Spool, entry: ZipEntry): number | undefined {
  let isNeeded = false;
  const free = new Set(SUBSTITUTES);
  for (const piece of smallPieces(text, 0, text.size)) {
    isNeeded ||= piece.includes(LINE_BREAK);
    for (const byte of free) if (piece.includes(byte)) free.delete(byte);
  }
  if (!isNeeded) return undefined;
  const [substitute] = free;
  if (substitute === undefined)
    throw badMember(entry, "has line feeds, carriage returns and tabs, all three");
  return substitute;
}

async function* rowPieces(
  members: readonly ZipMember[],
  read: (member: ZipMember) => Promise<Unpacked & SampleFacts>,
): AsyncGenerator<Buffer> {
  for (const member of members) {
    const { text, lineBreak } = await read(member);
    try {
      for (const piece of smallPieces(text, 0, text.size))
        yield lineBreak === undefined ? piece : replaced(piece, LINE_BREAK, lineBreak);
      yield Buffer.of(LINE_BREAK);
    } finally {
      text.close();
    }
  }
}

/** A copy with one byte in place of another. */
export function replaced(bytes: Buffer, from: number, to: number): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(from); at >= 0; at = copy.indexOf(from, at + 1)) copy[at] = to;
  return copy;
}

/** The error for rows that are not those of the archive: nothing else can be written to it. */
export function otherRows(): Error {
  return badZip("that has other samples than those to be written");
}
