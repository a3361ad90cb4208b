import {
  BLOCK_KINDS,
  CHAT_ROLES,
  type ChatTable,
  KEY_USES,
  TEXT_CALLS,
} from "../tape/chat-table.ts";
import type { Key } from "../tree/key.ts";

/** Bytes of a table. The kernel keeps it at a fixed address, see assembly/chat/chat-words.ts. */
const TABLE_BYTES = 2048;

// Offsets of keys and roles by the numbers of their words, of those without a number, and of kinds of blocks.
const ROLES = 512;
const LONG_KEYS = 1024;
const BLOCKS = 1536;

/** Stored in place of how calls without ids are found: see assembly/chat/text-turns.ts. */
const NEEDS_CALLS = 0x80;
/** Added to it where answers may lack their headers. */
const MAY_LACK_HEADER = 0x40;
/** Added to it where calls may be JSON in strings. */
const CALLS_IN_TEXTS = 0x20;

/** Words of this length or more are compared by their bytes: the kernel numbers shorter ones. */
const LONG_WORD = 16;
/** Added to the role of such a word. */
const LONG_ROLE = 0x80;

/** Where the numbers of words of a kind are, and what is added to the meaning of a long one. */
interface WordPlace {
  readonly from: number;
  readonly long: number;
}

const AS_KEY: WordPlace = { from: 0, long: 0 };
const AS_ROLE: WordPlace = { from: ROLES, long: LONG_ROLE };

/** A cache: inputs of several formats switch tables at each record. */
const KNOWN = new WeakMap<ChatTable, Uint8Array>();

/** The words of a chat format in the kernel's form; undefined if one of them needs a number and has none. */
export function tableBytes(table: ChatTable): Uint8Array | undefined {
  const known = KNOWN.get(table) ?? encodeTable(table);
  if (known !== undefined) KNOWN.set(table, known);
  return known;
}

function encodeTable(table: ChatTable): Uint8Array | undefined {
  const bytes = new Uint8Array(TABLE_BYTES);
  let at = LONG_KEYS;
  /** Puts a word with a number at its place, and a long one after those before; false if it is neither. */
  const put = ({ number, length, text }: Key, meaning: number, { from, long }: WordPlace) => {
    if (number > 0) bytes[from + number] = meaning;
    else if (length < LONG_WORD) return false;
    else {
      bytes.set([length, long + meaning, ...Buffer.from(text, "latin1"), 0], at);
      at += length + 2;
    }
    return true;
  };
  const areKeys = table.keys.every(([key, use]) => put(key, KEY_USES.indexOf(use) + 1, AS_KEY));
  if (!areKeys) return undefined;
  const { textBlock, imageBlock, blocks = [], callRoles = [] } = table;
  const roles = table.roles.map(([word, role]) => [word, CHAT_ROLES.indexOf(role) + 1] as const);
  if (table.callWord !== undefined) roles.push([table.callWord, CHAT_ROLES.length + 1]);
  for (const word of callRoles) roles.push([word, CHAT_ROLES.length + 2]);
  const kinds = blocks.map(([word, kind]) => [word, BLOCK_KINDS.indexOf(kind) + 1] as const);
  if (textBlock !== undefined) kinds.push([textBlock, BLOCK_KINDS.indexOf("text") + 1]);
  if (imageBlock !== undefined) kinds.push([imageBlock, BLOCK_KINDS.indexOf("image") + 1]);
  if (kinds.some(([word]) => word.number === 0)) return undefined;
  if (!roles.every(([word, role]) => put(word, role, AS_ROLE))) return undefined;
  for (const [word, kind] of kinds) bytes[BLOCKS + word.number] = kind;
  const calls = table.textCalls === undefined ? 0 : TEXT_CALLS.indexOf(table.textCalls) + 1;
  const headers = table.mayLackHeader ? MAY_LACK_HEADER : 0;
  const texts = table.callsInTexts ? CALLS_IN_TEXTS : 0;
  bytes[0] = table.needsCalls ? NEEDS_CALLS : calls | headers | texts;
  return bytes;
}
