/**
 * Finds the tool results of a conversation on the tape of scan.ts, in AssemblyScript: in one pass over the
 * tokens of a row, or of one line after another, no object a message. What the words of a format mean is data, see
 * ../chat-table.ts; anything that is not plainly one of them is left to the reader of that format.
 */

export const TOKEN: i32 = 16;

export const KIND_MASK: i32 = 0xff;
export const OBJECT: i32 = 1;
export const ARRAY: i32 = 2;
export const STRING: i32 = 3;
export const ESCAPED: i32 = 0x100;
const FLAGS_MASK: i32 = 0xfff;
export const WORD_SHIFT: i32 = 12;

// What a key is for, as in ../chat-table.ts.
const KEY_MESSAGES: i32 = 1;
export const KEY_ROLE: i32 = 2;
export const KEY_CONTENT: i32 = 3;
const KEY_CALLS: i32 = 4;
export const KEY_RESULT_ID: i32 = 5;
export const KEY_NAME: i32 = 6;
const KEY_TEXT: i32 = 7;
export const KEY_REASONING: i32 = 8;
const KEY_REASONING_TOO: i32 = 9;
export const KEY_ID: i32 = 11;
const KEY_MADE: i32 = 12;
const KEY_MADE_TOO: i32 = 13;
export const KEY_ARGUMENTS: i32 = 14;
const KEY_ARGUMENTS_TOO: i32 = 15;
export const KEY_BLOCK_TEXT: i32 = 16;
const KEY_BLOCK_TEXT_TOO: i32 = 17;
const KEY_BLOCK_TEXT_LAST: i32 = 18;
const KEY_IMAGE: i32 = 19;
export const KEY_EXTRA: i32 = 20;
export const KEY_KIND: i32 = 21;
const KEY_PAIR_ID: i32 = 24;
const KEY_PAIR_ROLE: i32 = 25;

// What speaks, as in ../chat-table.ts.
const SYSTEM: i32 = 1;
export const USER: i32 = 2;
export const ASSISTANT: i32 = 3;
export const TOOL: i32 = 4;
/** No role, but the word by which a message of the assistant says that it is a call. */
const CALL: i32 = 5;

/** Where the table is: what a word is for as a key, and as a role, by its number; then keys without one. */
export const TABLE: i32 = 45056;
const ROLES: i32 = TABLE + 512;
const LONG_KEYS: i32 = TABLE + 1024;

/** The answer of `readChat` if the format's own reader is needed. */
export const NOT_PLAIN: i32 = -1;

// What the conversation is as a whole.
export let chatMessages: i32 = 0;
export let chatChars: i32 = 0;
/** Messages that are not the system's. */
export let chatSpoken: i32 = 0;
export let chatToolTurns: i32 = 0;
export let chatCalls: i32 = 0;
/** Not 0 where there is no more in its messages than roles, strings, and calls and results that name each other. */
export let chatIsClosed: i32 = 0;
/** The list of its messages. */
export let chatList: i32 = 0;
/** Not 0 where there is more than messages in the conversation. */
export let chatHasExtra: i32 = 0;

const HAS_CALL: i32 = 1;
export const IN_BLOCK: i32 = 2;
export const IS_ERROR: i32 = 4;

/** Adds text that the model sees. */
export function addText(chars: i32): void {
  chatChars += chars;
}

/** There is more in a message than is known. */
export function leaveOpen(): void {
  chatIsClosed = 0;
}

/** Bytes of a tool result: eleven integers, see ../chat-table.ts. */
const RESULT: i32 = 44;
/**
 * Bytes of an open call: the tokens of its id (0 when it is answered), name and arguments, its turn, and the
 * tool turns up to that.
 */
const OPEN: i32 = 20;

/** Calls that are looked at to find the one that a result answers. */
const MOST_LOOKS: i32 = 512;

let tape: i32 = 0;
/** The first integer of the results; after them the open calls. */
let results: i32 = 0;
let open: i32 = 0;
let openEnd: i32 = 0;
let openLimit: i32 = 0;
/** Results that there is room for. */
let resultLimit: i32 = 0;
let found: i32 = 0;
/** The names of tools that results have, each once: tokens. */
let tools: i32 = 0;
let toolCount: i32 = 0;
/** Tools that are numbered. */
const MOST_TOOLS: i32 = 64;

let turn: i32 = 0;
let toolTurns: i32 = 0;
/** Whether the turn at hand is among the tool turns. */
let isCounted: bool = false;
let isAnswered: bool = true;

/**
 * Where lines are read one after another, the strings of calls that are still open are kept: three tokens for each
 * call, and the bytes of their strings, those of later calls behind those of earlier ones. 0: rows are read.
 */
let keptTokens: i32 = 0;
let keptBytes: i32 = 0;
let keptLimit: i32 = 0;
let keptEnd: i32 = 0;
let keepsArguments: bool = false;
const KEPT: i32 = 3 * TOKEN;

/**
 * Reads the conversation whose tokens begin at `tokens`: its results are written from `into` on, `most` of
 * them at most. Gives how many there are, or NOT_PLAIN.
 */
export function readChat(tokens: i32, into: i32, most: i32): i32 {
  const list = beginChat(tokens, into, most);
  if (list == 0) return NOT_PLAIN;
  const end = after(list);
  for (let message = list + TOKEN; message < end; message = after(message)) {
    if (load<u8>(message) != OBJECT) return NOT_PLAIN;
    if (found >= most || openEnd >= openLimit) return NOT_PLAIN;
    if (!readMessage(message)) return NOT_PLAIN;
  }
  return endChat();
}

/** Begins with the conversation whose tokens begin at `tokens`: the list of its messages, 0 if it is not plain. */
export function beginChat(tokens: i32, into: i32, most: i32): i32 {
  begin(into, most, most);
  tape = tokens;
  keptTokens = 0;

  let list = tokens;
  if (load<u8>(tokens) == OBJECT) {
    list = 0;
    const stop = after(tokens);
    for (let key = tokens + TOKEN; key < stop; key = after(key + TOKEN)) {
      const use = useOf(key);
      if (use < 0) return 0;
      // What a list holds that another replaces is for the guard of the other way.
      if (use == KEY_MESSAGES && list != 0) return 0;
      if (use == KEY_MESSAGES) list = key + TOKEN;
      else if (isContainer(key + TOKEN)) {
        if (use != KEY_EXTRA) return 0;
        chatHasExtra = 1;
      }
    }
  }
  chatList = list == 0 || load<u8>(list) != ARRAY ? 0 : list;
  return chatList;
}

/** Ends with it: how many results it has. */
export function endChat(): i32 {
  chatToolTurns = toolTurns;
  return found;
}

function begin(into: i32, most: i32, mostOpen: i32): void {
  results = into;
  open = into + most * RESULT;
  openEnd = open;
  resultLimit = most;
  openLimit = open + mostOpen * OPEN;
  found = 0;
  tools = open + most * OPEN;
  toolCount = 0;
  turn = 0;
  toolTurns = 0;
  isCounted = false;
  isAnswered = true;
  chatMessages = 0;
  chatChars = 0;
  chatSpoken = 0;
  chatCalls = 0;
  chatIsClosed = 1;
  chatHasExtra = 0;
}

/**
 * Begins with a conversation whose messages are lines, each read by `readChatLine`. Strings of up to `mostOpen` open
 * calls are kept: their tokens from `keptAt` on, the bytes in `[bytesAt, bytesEnd)`; with `withArguments` those
 * of the arguments too.
 */
export function beginChatLines(
  into: i32,
  most: i32,
  keptAt: i32,
  mostOpen: i32,
  bytesAt: i32,
  bytesEnd: i32,
  withArguments: i32,
): void {
  begin(into, most, mostOpen);
  keptTokens = keptAt;
  keptBytes = bytesAt;
  keptEnd = bytesAt;
  keptLimit = bytesEnd;
  keepsArguments = withArguments != 0;
}

/**
 * Reads the message whose tokens begin at `tokens`, the next line of the conversation. Gives how many results it
 * has, or NOT_PLAIN; its chars, and whether it is closed, are its own.
 */
export function readChatLine(tokens: i32): i32 {
  tape = tokens;
  found = 0;
  chatChars = 0;
  chatIsClosed = 1;
  if (load<u8>(tokens) != OBJECT || openEnd >= openLimit) return NOT_PLAIN;
  const before = openEnd;
  if (!readMessage(tokens)) return NOT_PLAIN;
  for (let call = before; call < openEnd; call += OPEN) if (!keepCall(call)) return NOT_PLAIN;
  chatToolTurns = toolTurns;
  return found;
}

/** Keeps the strings of an open call, whose line is about to go; false where there is no room. */
function keepCall(call: i32): bool {
  const kept = keptTokens + ((call - open) / OPEN) * KEPT;
  if (!keepsArguments) store<i32>(call, 0, 8);
  for (let field: i32 = 0; field < 3; field++) {
    const token = load<i32>(call + (field << 2));
    if (token == 0) continue;
    const start = load<i32>(token, 4);
    const length = load<i32>(token, 8) - start;
    if (length > keptLimit - keptEnd) return false;
    memory.copy(keptEnd, start, length);
    const own = kept + field * TOKEN;
    store<i32>(own, load<i32>(token));
    store<i32>(own, keptEnd, 4);
    keptEnd += length;
    store<i32>(own, keptEnd, 8);
    store<i32>(own, load<i32>(token, 12), 12);
    store<i32>(call + (field << 2), own);
  }
  return true;
}

/** Lets go of the bytes behind those of the last call that is open. */
function letGo(): void {
  keptEnd = keptBytes;
  if (openEnd == open) return;
  for (let field: i32 = 0; field < 3; field++) {
    const token = load<i32>(openEnd - OPEN + (field << 2));
    if (token != 0 && load<i32>(token, 8) > keptEnd) keptEnd = load<i32>(token, 8);
  }
}

/** The use of a key; negative if it may be any, since it has escapes. */
@inline
export function useOf(key: i32): i32 {
  const header = load<i32>(key);
  const word = header >>> WORD_SHIFT;
  if (word != 0) return load<u8>(TABLE + word);
  if ((header & ESCAPED) != 0) return -1;
  return load<i32>(key, 12) > 15 ? useOfLong(key) : 0;
}

function useOfLong(key: i32): i32 {
  const length = load<i32>(key, 12);
  const from = load<i32>(key, 4) + 1;
  for (let at = LONG_KEYS; ; ) {
    const size = <i32>load<u8>(at);
    if (size == 0) return 0;
    if (size == length && memory.compare(from, at + 2, size) == 0) return load<u8>(at, 1);
    at += size + 2;
  }
  return 0;
}

/** The token after a value. */
@inline
export function after(token: i32): i32 {
  return isContainer(token) ? tape + (load<i32>(token, 12) << 4) : token + TOKEN;
}

@inline
export function isContainer(token: i32): bool {
  return <i32>load<u8>(token) <= ARRAY;
}

@inline
export function isString(token: i32): bool {
  return token != 0 && load<u8>(token) == STRING;
}

@inline
export function charsOf(token: i32): i32 {
  return isString(token) ? load<i32>(token, 12) : 0;
}

/** Whether a string is written as it reads, so that its bytes are its text. */
@inline
function isBare(token: i32): bool {
  return (load<i32>(token) & FLAGS_MASK) == STRING;
}

function readMessage(message: i32): bool {
  let roleAt: i32 = 0;
  let content: i32 = 0;
  let calls: i32 = 0;
  let id: i32 = 0;
  let name: i32 = 0;
  let text: i32 = 0;
  let reasoning: i32 = 0;
  let reasoningToo: i32 = 0;
  let pairId: i32 = 0;
  let pairRole: i32 = 0;
  let hasMore = false;
  const stop = after(message);
  for (let key = message + TOKEN; key < stop; ) {
    const value = key + TOKEN;
    const use = useOf(key);
    if (use == KEY_ROLE) roleAt = value;
    else if (use == KEY_CONTENT) {
      if (content != 0) hasMore = true;
      content = value;
    }
    else if (use == KEY_RESULT_ID) id = value;
    else if (use == KEY_NAME) name = value;
    else if (use == KEY_CALLS) calls = value;
    else if (use == KEY_TEXT) text = value;
    else if (use == KEY_REASONING) reasoning = value;
    else if (use == KEY_REASONING_TOO) reasoningToo = value;
    else if (use < 0) return false;
    else if (isContainer(value)) return false;
    else if (isString(value)) hasMore = true;
    if (use == KEY_PAIR_ID) pairId = value;
    else if (use == KEY_PAIR_ROLE) pairRole = value;
    if (use < KEY_ROLE || (use > KEY_NAME && use < KEY_PAIR_ID)) chatIsClosed = 0;
    key = after(value);
  }
  const role = roleOf(roleAt);
  if (role == 0 || role == CALL) return false;
  // With escapes it may be any word.
  if (isString(pairRole) && (load<i32>(pairRole) & ESCAPED) != 0) return false;
  const isCall = role == ASSISTANT && roleOf(pairRole) == CALL;
  if (isString(pairId)) id = pairId;
  enter(role);
  if ((role == TOOL || isCall) != isString(id)) chatIsClosed = 0;
  if (content != 0 && isContainer(content)) chatIsClosed = 0;

  if (role == TOOL) {
    // A result that says nothing may have its text elsewhere.
    if (text != 0 || reasoning != 0 || reasoningToo != 0) hasMore = true;
    if (calls != 0 && isContainer(calls)) hasMore = true;
    const isEmpty = content == 0 || (!isString(content) && !isContainer(content));
    return (!isEmpty || !hasMore) && readResult(content, id, name);
  }
  chatChars += isString(reasoning) ? charsOf(reasoning) : charsOf(reasoningToo);
  chatChars += charsOf(text);
  if (isString(content)) chatChars += charsOf(content);
  else if (content != 0 && load<u8>(content) == ARRAY && !readBlocks(content)) return false;
  if (isCall && !addCall(id, isString(name) ? name : 0, 0, 0)) return false;
  if (calls == 0 || !isContainer(calls)) return true;
  return load<u8>(calls) == ARRAY && readCalls(calls);
}

/** Who speaks, by the value of a role; 0 where that is none of the table's. */
export function roleOf(value: i32): i32 {
  const word = isString(value) ? load<i32>(value) >>> WORD_SHIFT : 0;
  return word == 0 ? 0 : <i32>load<u8>(ROLES + word);
}

/** Begins with a message. */
export function enter(role: i32): void {
  chatMessages++;
  if (role != SYSTEM) chatSpoken++;
  if (role == ASSISTANT) {
    if (isAnswered || turn == 0) {
      turn++;
      isCounted = false;
    }
    isAnswered = false;
  } else if (role == USER) isAnswered = true;
}

/** The first text of a block, by the order of its keys; 0 for none, -1 for an image, -2 where it is not plain. */
function textOfBlock(block: i32): i32 {
  let first: i32 = 0;
  let second: i32 = 0;
  let third: i32 = 0;
  const stop = after(block);
  for (let key = block + TOKEN; key < stop; key = after(key + TOKEN)) {
    const use = useOf(key);
    if (use < 0) return -2;
    if (use == KEY_IMAGE) return -1;
    if ((use == 0 || use >= KEY_KIND) && isContainer(key + TOKEN)) return -2;
    if (use == KEY_BLOCK_TEXT) first = key + TOKEN;
    else if (use == KEY_TEXT || use == KEY_BLOCK_TEXT_TOO) second = key + TOKEN;
    else if (use == KEY_BLOCK_TEXT_LAST) third = key + TOKEN;
  }
  if (isString(first)) return first;
  if (isString(second)) return second;
  return isString(third) ? third : 0;
}

function readBlocks(content: i32): bool {
  const stop = after(content);
  for (let block = content + TOKEN; block < stop; block = after(block)) {
    if (load<u8>(block) != OBJECT) return false;
    const text = textOfBlock(block);
    if (text == -2 || text == 0) return false;
    if (text > 0) chatChars += load<i32>(text, 12);
  }
  return true;
}

function readCalls(calls: i32): bool {
  const stop = after(calls);
  for (let call = calls + TOKEN; call < stop; call = after(call)) {
    if (load<u8>(call) != OBJECT) return false;
    let id: i32 = 0;
    let made: i32 = 0;
    let madeToo: i32 = 0;
    const end = after(call);
    for (let key = call + TOKEN; key < end; key = after(key + TOKEN)) {
      const use = useOf(key);
      if (use < 0) return false;
      if (use == KEY_ID) id = key + TOKEN;
      else if (use == KEY_MADE) made = key + TOKEN;
      else if (use == KEY_MADE_TOO) madeToo = key + TOKEN;
      else if (use != KEY_KIND) chatIsClosed = 0;
    }
    if (made == 0) made = madeToo;
    if (made == 0) return false;
    if (madeToo != 0 || load<u8>(made) != OBJECT) chatIsClosed = 0;
    let name: i32 = 0;
    let args: i32 = 0;
    let argsToo: i32 = 0;
    if (load<u8>(made) == OBJECT) {
      const last = after(made);
      for (let key = made + TOKEN; key < last; key = after(key + TOKEN)) {
        const use = useOf(key);
        if (use < 0) return false;
        if (use == KEY_NAME) name = key + TOKEN;
        else if (use == KEY_ARGUMENTS) args = key + TOKEN;
        else if (use == KEY_ARGUMENTS_TOO) argsToo = key + TOKEN;
      }
    }
    if (!isString(args)) args = isString(argsToo) ? argsToo : 0;
    if (!addCall(id, isString(name) ? name : 0, args, charsOf(args))) return false;
  }
  return true;
}

/** Adds a call; false where it has no id, since then the order tells, and names, or there are too many. */
export function addCall(id: i32, name: i32, args: i32, argsChars: i32): bool {
  chatCalls++;
  if (!isString(id) || !isBare(id) || openEnd >= openLimit) return false;
  chatChars += charsOf(name) + argsChars;
  countToolTurn();
  store<i32>(openEnd, id);
  store<i32>(openEnd, name, 4);
  store<i32>(openEnd, args, 8);
  store<i32>(openEnd, turn, 12);
  store<i32>(openEnd, toolTurns, 16);
  openEnd += OPEN;
  return true;
}

function readResult(content: i32, id: i32, name: i32): bool {
  let text: i32 = 0;
  if (isString(content)) text = content;
  else if (content != 0 && load<u8>(content) == ARRAY) {
    const stop = after(content);
    for (let block = content + TOKEN; block < stop; block = after(block)) {
      if (load<u8>(block) != OBJECT) return false;
      const inside = textOfBlock(block);
      if (inside < 0 || (inside > 0 && text != 0)) return false;
      if (inside > 0) text = inside;
    }
  }
  if (text == 0 && content != 0 && isContainer(content)) return false;
  return addResult(text, id, name, text != 0 && text != content ? IN_BLOCK : 0);
}

/** Adds a result with a text, or with none; false where too many calls are open to say which it answers. */
export function addResult(text: i32, id: i32, name: i32, flags: i32): bool {
  if (found >= resultLimit) return false;
  isAnswered = true;
  let call: i32 = 0;
  if (isString(id)) {
    if (!isBare(id)) return false;
    call = callOf(id);
    if (call < 0) return false;
  }
  if (call == 0) countToolTurn();
  const result = results + found++ * RESULT;
  const chars = charsOf(text);
  chatChars += chars;
  store<i32>(result, text == 0 ? -1 : (text - tape) >> 4);
  store<i32>(result, chars, 4);
  store<i32>(result, (call != 0 ? HAS_CALL : 0) | flags, 8);
  store<i32>(result, call != 0 ? load<i32>(call, 16) : toolTurns, 12);
  store<i32>(result, chatSpoken, 16);
  store<i32>(result, chatMessages, 20);
  const named = isString(name) ? name : call != 0 ? load<i32>(call, 4) : 0;
  store<i32>(result, named != 0 ? (named - tape) >> 4 : call != 0 ? -2 : -1, 24);
  store<i32>(result, call != 0 ? load<i32>(call, 12) : turn, 28);
  store<i32>(result, isString(id) ? (id - tape) >> 4 : -1, 32);
  const args = call != 0 ? load<i32>(call, 8) : 0;
  store<i32>(result, args != 0 ? (args - tape) >> 4 : -1, 36);
  store<i32>(result, named != 0 ? toolNumber(named) : -1, 40);
  if (call != 0) close(call);
  return true;
}

/** The turn at hand has a call, or a result whose call was not recorded. */
function countToolTurn(): void {
  if (turn == 0 || isCounted) return;
  isCounted = true;
  toolTurns++;
}

/** The latest call with this id that is open; 0 for none, negative where too many are open to say. */
function callOf(id: i32): i32 {
  const from = load<i32>(id, 4);
  const length = load<i32>(id, 8) - from;
  let looks = 0;
  for (let call = openEnd - OPEN; call >= open; call -= OPEN) {
    if (++looks > MOST_LOOKS) return -1;
    const other = load<i32>(call);
    if (other == 0) continue;
    const start = load<i32>(other, 4);
    if (load<i32>(other, 8) - start != length) continue;
    if (memory.compare(start, from, length) == 0) return call;
  }
  return 0;
}

/** Takes a call from the open ones; its fields stay until the next is opened. */
function close(call: i32): void {
  store<i32>(call, 0);
  while (openEnd > open && load<i32>(openEnd - OPEN) == 0) openEnd -= OPEN;
  if (keptTokens != 0) letGo();
}

/** The number of a tool by its name; -1 where there are too many, or names do not last. */
function toolNumber(name: i32): i32 {
  if (keptTokens != 0) return -1;
  const from = load<i32>(name, 4);
  const length = load<i32>(name, 8) - from;
  for (let k = toolCount - 1; k >= 0; k--) {
    const other = load<i32>(tools + (k << 2));
    const start = load<i32>(other, 4);
    if (load<i32>(other, 8) - start != length) continue;
    if (memory.compare(start, from, length) == 0) return k;
  }
  if (toolCount == MOST_TOOLS) return -1;
  store<i32>(tools + (toolCount << 2), name);
  return toolCount++;
}
