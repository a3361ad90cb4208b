/**
 * Joins the texts of a result's blocks, in AssemblyScript, as if one string had contained them. One edit replaces them:
 * from the first text to the end of the last block, so that the first block stays with the placeholder.
 */
import { textOrImageOf } from "../chat/block-columns";
import { beginJoin, endJoin, join } from "../chat/join-texts";
import { textIn } from "../sessions/joined-texts";
import { BY_BLOCKS, BY_ITEMS, JOINED_AT, policy, READER } from "../policy/row-policy";
import { after, TOKEN } from "../tape/tape-tokens";
import { textOrImage } from "../chat/text-blocks";

/** The most bytes of joined texts, as room is left for them in row-places.ts. */
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
  const stop = after(content);
  beginJoin(policy + JOINED_AT, MOST_BYTES);
  restFrom = 0;
  for (let block = content + TOKEN; block < stop; block = after(block)) {
    const text = textOf(block);
    if (text <= 0 || !join(text)) return content;
    joinedTo = load<i32>(block, 8);
    if (restFrom != 0) continue;
    joinedFrom = load<i32>(text, 4);
    restFrom = load<i32>(text, 8);
    restTo = joinedTo;
  }
  return restTo - restFrom > MOST_AFTER ? content : endJoin();
}

/** The text of a block, as its conversation's reader finds it; 0 or negative for any other block. */
function textOf(block: i32): i32 {
  const reader = load<i32>(policy, READER);
  if (reader == BY_ITEMS) return textIn(block, true);
  return reader == BY_BLOCKS ? textOrImageOf(block) : textOrImage(block);
}
