/**
 * Joins the texts of a result's blocks, in AssemblyScript, as if one string had contained them. One edit replaces them:
 * from the first text to the end of the last block, so that the first block stays with the placeholder.
 */
import { QUOTE } from "../bytes/codes";
import { textOrImageOf } from "../chat/block-columns";
import { textIn } from "../sessions/joined-texts";
import { BY_BLOCKS, BY_ITEMS, JOINED_AT, policy, READER } from "../policy/row-policy";
import { after, charsOf, FLAGS_MASK, STRING, TOKEN } from "../tape/tape-tokens";
import { textOrImage } from "../chat/text-blocks";

const MOST_BYTES: i32 = 1024 * 1024;
/** The most bytes of the first block after its text. */
const MOST_AFTER: i32 = 1024;

/** The range of the edit, and the rest of the first block, which it has after the placeholder. */
export let joinedFrom: i32 = 0;
export let joinedTo: i32 = 0;
export let restFrom: i32 = 0;
export let restTo: i32 = 0;

/** The token of the text of blocks, or the array itself if it has an image or is long. */
export function joinTexts(content: i32): i32 {
  const token = policy + JOINED_AT;
  const limit = token + MOST_BYTES;
  const stop = after(content);
  let to = token + TOKEN;
  let chars: i32 = 0;
  let flags: i32 = STRING;
  store<u8>(to++, QUOTE);
  restFrom = 0;
  for (let block = content + TOKEN; block < stop; block = after(block)) {
    const text = textOf(block);
    if (text <= 0) return content;
    const from = load<i32>(text, 4) + 1;
    const length = load<i32>(text, 8) - 1 - from;
    if (length >= limit - to) return content;
    memory.copy(to, from, length);
    to += length;
    chars += charsOf(text);
    flags |= load<i32>(text) & FLAGS_MASK;
    joinedTo = load<i32>(block, 8);
    if (restFrom != 0) continue;
    joinedFrom = from - 1;
    restFrom = load<i32>(text, 8);
    restTo = joinedTo;
  }
  if (restTo - restFrom > MOST_AFTER) return content;
  store<u8>(to++, QUOTE);
  store<i32>(token, flags);
  store<i32>(token, token + TOKEN, 4);
  store<i32>(token, to, 8);
  store<i32>(token, chars, 12);
  return token;
}

/** The text of a block, as its conversation's reader finds it; 0 or negative for any other block. */
function textOf(block: i32): i32 {
  const reader = load<i32>(policy, READER);
  if (reader == BY_ITEMS) return textIn(block);
  return reader == BY_BLOCKS ? textOrImageOf(block) : textOrImage(block);
}
