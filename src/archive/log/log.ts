import { fstatSync } from "node:fs";
import { readAt } from "../../io/store/read-at.ts";
import {
  decodeMember,
  MEMBER_HEADER_BYTES,
  MEMBER_START,
  type MemberHeader,
  readMemberHeader,
} from "./member.ts";

/** A part of a log: an intact member, or damaged bytes. */
export type LogPart = LogMember | LogDamage;

/** A member and its content. */
export interface LogMember {
  readonly kind: "member";
  readonly offset: number;
  readonly length: number;
  /** Seconds since 1970; 0 if unknown. */
  readonly time: number;
  /** Lines, each with its line feed. */
  readonly lines: Buffer;
}

/** Damaged bytes up to the next member or to the end. */
export interface LogDamage {
  readonly kind: "damage";
  readonly offset: number;
  readonly length: number;
  /** Whether nothing follows: then it may be a member that is being written. */
  readonly isTail: boolean;
}

/** Reads a log member by member, from where one starts to its end as it is now. */
export function* readLog(file: number, from = 0): Iterable<LogPart> {
  const end = fstatSync(file).size;
  for (let offset = from; offset < end; ) {
    const part = readMember(file, offset) ?? damageAt(file, offset, end);
    yield part;
    offset += part.length;
  }
}

/** The member at an offset; undefined if there is no intact one. */
export function readMember(file: number, offset: number): LogMember | undefined {
  const header = readHeaderAt(file, offset);
  if (header === undefined) return undefined;
  const { length, time } = header;
  if (offset + length > fstatSync(file).size) return undefined;
  const lines = decodeMember(readAt(file, offset, length));
  return lines && { kind: "member", offset, length, time, lines };
}

/** The header at an offset; its member may be torn. */
export function readHeaderAt(file: number, offset: number): MemberHeader | undefined {
  return readMemberHeader(readAt(file, offset, MEMBER_HEADER_BYTES));
}

/** Bytes searched at a time for the next member. */
const SEARCH_BYTES = 1024 * 1024;

function damageAt(file: number, offset: number, end: number): LogDamage {
  let at = offset + 1;
  while (at < end) {
    const bytes = readAt(file, at, Math.min(SEARCH_BYTES, end - at));
    for (let hit = bytes.indexOf(MEMBER_START); hit >= 0; ) {
      if (readMember(file, at + hit) !== undefined)
        return { kind: "damage", offset, length: at + hit - offset, isTail: false };
      hit = bytes.indexOf(MEMBER_START, hit + 1);
    }
    if (at + bytes.length >= end) break;
    // A member's start may cross the boundary of two searches.
    at += bytes.length - MEMBER_START.length + 1;
  }
  return { kind: "damage", offset, length: end - offset, isTail: true };
}
