import { createDigest } from "../../base/create-digest.ts";
import type { Sink } from "../file-descriptor.ts";
import { createSpool, type Spool } from "../store/spool.ts";
import { packMember } from "./pack-member.ts";
import { zipRange } from "./zip-bytes.ts";
import { writeNumber, type ZipNumber } from "./zip-directory.ts";
import type { ZipMember } from "./zip-member.ts";
import { otherRows, replaced, type ZipSamples } from "./zip-samples.ts";

const LINE_BREAK = 0x0a;

/** Bytes of the archive copied at a time. */
const COPIED_BYTES = 1024 * 1024;

/** A member that was replaced, and what its headers now say. */
interface MemberChange {
  readonly member: ZipMember;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

/**
 * A sink that takes the samples of an archive as rows, and writes a new archive: unchanged members byte for byte,
 * and changed samples compressed with the same method.
 */
export function zipSink(samples: ZipSamples, sink: Sink): Sink & { end(): Promise<void> } {
  const { members } = samples;
  const archive = createRewriter(samples, sink);
  let row: RowText | undefined;
  let count = 0;
  const begin = async (): Promise<RowText> => {
    const member = members[count];
    if (member === undefined) throw otherRows();
    row = createRow(member, (await samples.factsOf(member)).lineBreak);
    return row;
  };
  const endRow = async () => {
    const { member, text, digest } = row ?? (await begin());
    row = undefined;
    count++;
    const facts = await samples.factsOf(member);
    try {
      if (digest.digest("hex") !== facts.digest) await archive.replace(member, text);
    } finally {
      text.close();
    }
  };
  return {
    async write(pieces) {
      for (const piece of pieces) {
        let at = 0;
        for (let hit = piece.indexOf(LINE_BREAK); hit >= 0; hit = piece.indexOf(LINE_BREAK, at)) {
          (row ?? (await begin())).add(piece.subarray(at, hit));
          await endRow();
          at = hit + 1;
        }
        if (at < piece.length) (row ?? (await begin())).add(piece.subarray(at));
      }
    },
    async end() {
      if (row !== undefined) await endRow();
      if (count !== members.length) throw otherRows();
      await archive.finish();
    },
  };
}

interface RowText {
  readonly member: ZipMember;
  readonly text: Spool;
  readonly digest: ReturnType<typeof createDigest>;
  add(bytes: Buffer): void;
}

/** The text of a row, with its own line breaks. */
function createRow(member: ZipMember, lineBreak: number | undefined): RowText {
  const text = createSpool();
  const digest = createDigest();
  return {
    member,
    text,
    digest,
    add(bytes) {
      const own = lineBreak === undefined ? bytes : replaced(bytes, lineBreak, LINE_BREAK);
      text.append(own);
      digest.update(own);
    },
  };
}

/** Writes an archive with other texts in place of some, given in the order in which they lie there. */
function createRewriter({ zip, directory }: ZipSamples, sink: Sink) {
  const changes: MemberChange[] = [];
  let copied = 0;
  const copyTo = async (end: number) => {
    for (; copied < end; copied = Math.min(end, copied + COPIED_BYTES))
      await sink.write([zipRange(zip, copied, Math.min(end, copied + COPIED_BYTES))]);
  };
  /** Copies up to `end`, with some of the numbers there changed. */
  const patchTo = async (end: number, patches: readonly NumberPatch[]) => {
    const bytes = zipRange(zip, copied, end);
    for (const { where, value } of patches)
      for (const { at, width } of where)
        if (at >= copied && at < end) writeNumber(bytes, { at: at - copied, width }, value);
    copied = end;
    await sink.write([bytes]);
  };
  return {
    async replace(member: ZipMember, text: Spool) {
      const { data, crc } = await packMember(text, member);
      try {
        const { crcs, packed, sizes, entry, dataStart, dataEnd, end } = member;
        const patches: NumberPatch[] = [
          { where: crcs, value: crc },
          { where: packed, value: data.size },
          { where: sizes, value: text.size },
        ];
        await copyTo(entry.start);
        await patchTo(dataStart, patches);
        for (const piece of data.pieces(0, data.size)) await sink.write([piece]);
        copied = dataEnd;
        await patchTo(end, patches);
        changes.push({ member, crc, packed: data.size, size: text.size });
      } finally {
        data.close();
      }
    },
    async finish() {
      await copyTo(directory.start);
      await patchTo(zip.size, directoryPatches(directory, changes, zip));
    },
  };
}

interface NumberPatch {
  readonly where: readonly ZipNumber[];
  readonly value: number;
}

/** The numbers to change in the directory, and after it, for members that changed and moved. */
function directoryPatches(
  { entries, offsets }: ZipSamples["directory"],
  changes: readonly MemberChange[],
  zip: ZipSamples["zip"],
): readonly NumberPatch[] {
  const patches: NumberPatch[] = [];
  for (const { member, crc, packed, size } of changes)
    patches.push(
      { where: [member.entry.crcAt], value: crc },
      { where: [member.entry.packedAt], value: packed },
      { where: [member.entry.sizeAt], value: size },
    );
  let moved = 0;
  let next = 0;
  for (const entry of [...entries].sort((a, b) => a.start - b.start)) {
    for (; (changes[next]?.member.entry.start ?? entry.start) < entry.start; next++)
      moved += growthOf(changes[next]);
    if (moved !== 0) patches.push({ where: [entry.startAt], value: entry.start + moved });
  }
  for (; next < changes.length; next++) moved += growthOf(changes[next]);
  for (const where of moved === 0 ? [] : offsets) {
    const bytes = zipRange(zip, where.at, where.at + where.width);
    const value = where.width === 4 ? bytes.readUInt32LE() : Number(bytes.readBigUInt64LE());
    patches.push({ where: [where], value: value + moved });
  }
  return patches;
}

function growthOf(change: MemberChange | undefined): number {
  return change === undefined ? 0 : change.packed - change.member.entry.packed;
}
