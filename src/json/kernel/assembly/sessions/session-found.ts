/** The columns of lines of a session, in AssemblyScript: what was read from them, see session-words.ts. */

// The roles of messages and the kinds of parts, as in the stores of found messages.
export const ROLE_SYSTEM: i32 = 0;
export const ROLE_USER: i32 = 1;
export const ROLE_ASSISTANT: i32 = 2;
export const ROLE_TOOL: i32 = 3;
export const PART_TEXT: i32 = 0;
const PART_REASONING: i32 = 1;
export const PART_CALL: i32 = 2;
export const PART_RESULT: i32 = 3;
export const PART_IMAGE: i32 = 4;
export const PART_KIND: i32 = 0x7;
export const FLAG: i32 = 0x8;
export const EDITABLE: i32 = 0x10;
export const NAME_BITS: i32 = 5;

// The columns of messages and marks, of parts, and the rows of results and of signed reasoning.
const MOST_FOUND: i32 = 2048;
const MOST_PARTS: i32 = 4096;
export const MOST_OF_A_LINE: i32 = 64;
/** The most messages and marks of a line, and the most copies: see line-path.ts. */
const MOST_MARKS: i32 = 16;
const FOUND: i32 = MOST_FOUND * 4;
const PART: i32 = MOST_PARTS * 4;
const IDS: i32 = FOUND;
const PARENTS: i32 = 2 * FOUND;
const THREADS: i32 = 3 * FOUND;
const REPLIES: i32 = 4 * FOUND;
const RECORDS: i32 = 5 * FOUND;
const FIRST_PARTS: i32 = 6 * FOUND;
const PARTS: i32 = 7 * FOUND;
const PART_IDS: i32 = PARTS + PART;
const PART_CHARS: i32 = PARTS + 2 * PART;
const NOTES: i32 = PARTS + 3 * PART;
export const NOTE: i32 = 36;
const SIGNED: i32 = NOTES + MOST_PARTS * NOTE;
/** Side copies by the ids of calls. */
const SIDES: i32 = SIGNED + MOST_PARTS * 8;
/** The bytes to search for. */
export const NEEDLE: i32 = SIDES + MOST_FOUND * 8;
/** By part of the current line: the token of a call's arguments. */
const ARGUMENTS: i32 = NEEDLE + 16;

// Counts of what was read: messages and marks, messages, parts, calls, results, signed reasoning; and the
// model named last.
export let sessionFound: i32 = 0;
export let sessionMessages: i32 = 0;
export let sessionParts: i32 = 0;
export let sessionCalls: i32 = 0;
export let sessionResults: i32 = 0;
export let sessionSigned: i32 = 0;
export let sessionModel: i32 = 0;
export let sessionHasThreads: i32 = 0;
export let sessionSides: i32 = 0;
/** Results whose text was not found. */
export let sessionHollow: i32 = 0;
/** The part that JavaScript is asked about. */
export let sessionPart: i32 = 0;
/** The id of the latest call; 0 while there is none in these lines. */
export let latestCall: i32 = 0;

/** The address of the columns, and the record of the current line. */
export let out: i32 = 0;
let record: i32 = 0;
let partBase: i32 = 0;

// The counts before the current line.
let foundBefore: i32 = 0;
let messagesBefore: i32 = 0;
export let partsBefore: i32 = 0;
let callsBefore: i32 = 0;
let resultsBefore: i32 = 0;
let signedBefore: i32 = 0;
let modelBefore: i32 = 0;
let sidesBefore: i32 = 0;
let hollowBefore: i32 = 0;
let callBefore: i32 = 0;

/** Whether placeholders are written as lines are read. */
export let writes: bool = false;

/** Sets whether placeholders are written. */
export function writeThem(areWritten: bool): void {
  writes = areWritten;
}

/** Starts columns at `into`; records and parts are numbered from these. */
export function beginColumns(into: i32, firstRecord: i32, firstPart: i32, model: i32): void {
  out = into;
  record = firstRecord;
  partBase = firstPart;
  sessionFound = 0;
  sessionMessages = 0;
  sessionParts = 0;
  sessionCalls = 0;
  sessionResults = 0;
  sessionSigned = 0;
  sessionModel = model;
  sessionHasThreads = 0;
  sessionSides = 0;
  sessionHollow = 0;
  latestCall = 0;
}

/** Whether there is room for another line. */
export function hasRoom(): bool {
  const most = MOST_FOUND - MOST_MARKS;
  return sessionFound <= most && sessionSides <= most && sessionParts <= MOST_PARTS - MOST_OF_A_LINE;
}

/** Starts a line. */
export function beginLine(): void {
  foundBefore = sessionFound;
  messagesBefore = sessionMessages;
  partsBefore = sessionParts;
  callsBefore = sessionCalls;
  resultsBefore = sessionResults;
  signedBefore = sessionSigned;
  modelBefore = sessionModel;
  sidesBefore = sessionSides;
  hollowBefore = sessionHollow;
  callBefore = latestCall;
}

/** Ends a line that was read. */
export function endLine(): void {
  record++;
}

/** Whether a message of the user is in the current line. */
export function isOfUser(): bool {
  for (let found = foundBefore; found < sessionFound; found++)
    if (load<i32>(out + (found << 2)) == ROLE_USER) return true;
  return false;
}

/** Whether the current line has a call, a copy of a result, or a message of which nothing may have been read. */
export function mayHoldMore(): bool {
  const messages = sessionMessages - messagesBefore;
  const isEmpty = messages > 1 || (messages == 1 && sessionParts == partsBefore);
  return isEmpty || sessionCalls > callsBefore || sessionSides > sidesBefore;
}

/** The first note of the current line. */
export function noteOfLine(): i32 {
  return out + NOTES + resultsBefore * NOTE;
}

export function kindOfPart(part: i32): i32 {
  return load<i32>(out + PARTS + (part << 2));
}

export function idOfPart(part: i32): i32 {
  return load<i32>(out + PART_IDS + (part << 2));
}

/** The number of a part in the session. */
export function numberOfPart(part: i32): i32 {
  return partBase + part;
}

/** The node of the arguments of a call in the current line. */
export function argumentsOf(part: i32): i32 {
  return load<i32>(out + ARGUMENTS + ((part - partsBefore) << 2));
}

/** Sets the part that JavaScript is asked about. */
export function tellOfPart(part: i32): void {
  sessionPart = part;
}

/** Drops the current line. */
export function leaveLine(): void {
  sessionFound = foundBefore;
  sessionMessages = messagesBefore;
  sessionParts = partsBefore;
  sessionCalls = callsBefore;
  sessionResults = resultsBefore;
  sessionSigned = signedBefore;
  sessionModel = modelBefore;
  sessionSides = sidesBefore;
  sessionHollow = hollowBefore;
  latestCall = callBefore;
}

/** Notes that a line names a thread. */
export function addThread(): void {
  sessionHasThreads = 1;
}

/** Adds a message or a mark. */
export function addFound(kind: i32, id: i32, parent: i32, thread: i32, reply: i32): void {
  const at = out + (sessionFound++ << 2);
  store<i32>(at, kind);
  store<i32>(at + IDS, id);
  store<i32>(at + PARENTS, parent);
  store<i32>(at + THREADS, thread);
  store<i32>(at + REPLIES, reply);
  store<i32>(at + RECORDS, record);
  store<i32>(at + FIRST_PARTS, partBase + sessionParts);
}

/** Adds a part of the latest message. */
export function addPart(kind: i32, id: i32, chars: i32): void {
  const at = out + (sessionParts++ << 2);
  store<i32>(at + PARTS, kind);
  store<i32>(at + PART_IDS, id);
  store<i32>(at + PART_CHARS, chars);
}

/** Adds a message of a role, and the model that wrote it; 0 for none. */
export function addMessage(
  role: i32,
  id: i32,
  parent: i32,
  thread: i32,
  reply: i32,
  model: i32,
): void {
  sessionMessages++;
  if (role == ROLE_ASSISTANT) sessionModel = model;
  addFound(role, id, parent, thread, reply);
}

/** Adds a call, whose arguments are at a token of the tape. */
export function addCall(name: i32, id: i32, chars: i32, args: i32): void {
  sessionCalls++;
  store<i32>(out + ARGUMENTS + ((sessionParts - partsBefore) << 2), args);
  latestCall = id;
  addPart(PART_CALL | (name << NAME_BITS), id, chars);
}

/** Adds reasoning; it is signed if `model` is not negative. */
export function addReasoning(chars: i32, model: i32, flags: i32): void {
  if (model >= 0) {
    const at = out + SIGNED + (sessionSigned++ << 3);
    store<i32>(at, partBase + sessionParts);
    store<i32>(at, model, 4);
  }
  addPart(PART_REASONING | flags | (model >= 0 ? FLAG : 0), 0, chars);
}

/**
 * Adds a result whose text is `length` bytes, `start` bytes after the first line, with its flags. `all`: its chars,
 * with those around that text.
 */
export function addResult(
  id: i32,
  chars: i32,
  start: i32,
  length: i32,
  about: i32,
  flags: i32,
  all: i32 = chars,
): void {
  const note = out + NOTES + sessionResults++ * NOTE;
  store<i32>(note, chars);
  store<i32>(note, start, 4);
  store<i32>(note, length, 8);
  store<i32>(note, about, 12);
  store<i32>(note, partBase + sessionParts, 16);
  memory.fill(note + 20, 0, NOTE - 20);
  addPart(PART_RESULT | EDITABLE | flags, id, all);
}

/** Counts a result whose text was not found. */
export function addHollow(): void {
  sessionHollow++;
}

/** Adds a side copy to the latest result. */
export function addCopy(bytes: i32): void {
  store<i32>(out + NOTES + (sessionResults - 1) * NOTE, bytes, 20);
}

/** Adds a side copy of a call's result, by the call's id; 0 for the latest call before these lines. */
export function addSide(id: i32, bytes: i32): void {
  const at = out + SIDES + (sessionSides++ << 3);
  store<i32>(at, id);
  store<i32>(at, bytes, 4);
}

/** Sets the model for the messages that follow. */
export function addModel(model: i32): void {
  sessionModel = model;
}
