/** Reads contents of blocks, in AssemblyScript, in formats whose calls and results are not blocks. */
import { addText } from "./chat-results";
import {
  KEY_BLOCK_TEXT,
  KEY_BLOCK_TEXT_LAST,
  KEY_BLOCK_TEXT_TOO,
  KEY_EXTRA,
  KEY_IMAGE,
  KEY_KIND,
  KEY_TEXT,
  kindOfBlock,
  useOf,
  USER,
} from "./chat-words";
import { holdsLongText, mayBePacked } from "./long-texts";
import { isClean } from "./result-words";
import { after, ARRAY, isContainer, isString, OBJECT, TOKEN } from "../tape/tape-tokens";

/** Whether a content consists of blocks of text and images only, in which nothing may be a result. */
export function areTexts(content: i32): bool {
  if (load<u8>(content) != ARRAY) return false;
  const stop = after(content);
  for (let block = content + TOKEN; block < stop; block = after(block))
    if (load<u8>(block) != OBJECT || !isTextBlock(block)) return false;
  return true;
}

function isTextBlock(block: i32): bool {
  const stop = after(block);
  for (let key = block + TOKEN; key < stop; key = after(key + TOKEN)) {
    const value = key + TOKEN;
    const use = useOf(key);
    const isExtra = use == KEY_EXTRA || use == KEY_IMAGE;
    if (isExtra && (!isContainer(value) || isClean(value, 0))) continue;
    if (!isString(value)) return false;
    if (use == KEY_KIND ? kindOfBlock(value) == 0 : use != KEY_BLOCK_TEXT) return false;
  }
  return true;
}

/**
 * The first text of a block, by the precedence of its keys; 0 for none, -1 for an image, -2 if it is not
 * plain.
 */
export function textOfBlock(block: i32): i32 {
  let first: i32 = 0;
  let second: i32 = 0;
  let third: i32 = 0;
  const stop = after(block);
  for (let key = block + TOKEN; key < stop; key = after(key + TOKEN)) {
    const use = useOf(key);
    if (use < 0) return -2;
    if (use == KEY_IMAGE) return -1;
    if (use == KEY_EXTRA && !holdsLongText(key + TOKEN)) continue;
    if ((use == 0 || use >= KEY_EXTRA) && (isContainer(key + TOKEN) || holdsLongText(key + TOKEN)))
      return -2;
    if (use == KEY_BLOCK_TEXT) first = key + TOKEN;
    else if (use == KEY_TEXT || use == KEY_BLOCK_TEXT_TOO) second = key + TOKEN;
    else if (use == KEY_BLOCK_TEXT_LAST) third = key + TOKEN;
  }
  if (isString(first)) return first;
  if (isString(second)) return second;
  return isString(third) ? third : 0;
}

/** The text of a block with nothing but a type and a text; 0 for an image, -1 for any other block. */
export function textOrImage(block: i32): i32 {
  if (load<u8>(block) != OBJECT) return -1;
  let text: i32 = 0;
  let isImage = false;
  const stop = after(block);
  for (let key = block + TOKEN; key < stop; key = after(key + TOKEN)) {
    const use = useOf(key);
    if (use == KEY_IMAGE) isImage = true;
    else if (use == KEY_EXTRA && !holdsLongText(key + TOKEN)) continue;
    else if (!isString(key + TOKEN)) return -1;
    else if (use == KEY_BLOCK_TEXT) text = key + TOKEN;
    else if (use != KEY_KIND) return -1;
  }
  return isImage == (text != 0) ? -1 : text;
}

/** Reads the blocks of a content; false if it is an object, or one of them is not plain. */
export function readBlocks(content: i32, role: i32): bool {
  if (load<u8>(content) != ARRAY) return false;
  const stop = after(content);
  for (let block = content + TOKEN; block < stop; block = after(block)) {
    if (load<u8>(block) != OBJECT) return false;
    const text = textOfBlock(block);
    if (text == -2 || text == 0 || (role == USER && text > 0 && mayBePacked(text))) return false;
    if (text > 0) addText(load<i32>(text, 12));
  }
  return true;
}
