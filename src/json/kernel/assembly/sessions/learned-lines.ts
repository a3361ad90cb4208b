/**
 * Reads lines of a session as their format's reader read earlier ones, in AssemblyScript, by the paths of
 * learned-path.ts.
 */
import { charsIn, textOf } from "./joined-texts";
import {
  ANSWER,
  argument,
  CALL,
  COPY,
  EMPTY,
  END,
  FAILED,
  IGNORED,
  IMAGE,
  MARK,
  MAY_EDIT,
  MESSAGE,
  MODEL,
  nextFound,
  openPath,
  REASONING,
  TEXT,
  token,
} from "./learned-path";
import {
  beginReads,
  isRestClean,
  noteHollow,
  noteRead,
  OF_CALL,
  OF_NONE,
  OF_RESULT,
  OF_SAID,
} from "./line-reads";
import { mayBePacked } from "../chat/long-texts";
import { noteFixed, noteResult } from "./session-blocks";
import {
  addCall,
  addCopy,
  addFound,
  addHollow,
  addMessage,
  addModel,
  addPart,
  addReasoning,
  addSide,
  addThread,
  PART_IMAGE,
  PART_TEXT,
  ROLE_ASSISTANT,
  ROLE_USER,
  sessionModel,
} from "./session-found";
import { idOf } from "../calls/session-ids";
import { charsOf, jsonChars, numberOf } from "../tape/tape-tokens";

/** The memory: tokens that steps name, values that were read, and steps. */
const READS: i32 = 1024;
const STEPS: i32 = 2048;

let role: i32 = 0;

/** The memory of lines. */
let lines: i32 = 0;

/** Sets the memory. */
export function beginLearned(at: i32): void {
  lines = at;
  store<i32>(at + STEPS, 0);
}

/** Reads a line; false if it is not like one that was learned. */
export function readLearned(root: i32, needsModels: bool): bool {
  openPath(root, lines, lines + STEPS);
  beginReads(lines + READS);
  let op = nextFound();
  while (op > END && add(op, needsModels)) op = nextFound();
  return op == END && isRestClean(root);
}

/** Adds what the reader found; false if only it can tell. */
function add(op: i32, needsModels: bool): bool {
  switch (op) {
    case MESSAGE:
      return readMessage();
    case TEXT:
      if (role == ROLE_USER && argument(1) == 0 && mayBePacked(token(0))) return false;
      addPart(PART_TEXT, 0, charsOf(token(0)));
      noteRead(token(0), OF_SAID);
      return true;
    case REASONING:
      return readReasoning();
    case CALL:
      return readCall();
    case ANSWER:
      return readAnswer();
    case COPY:
      return readCopy();
    case IGNORED:
      noteRead(token(0), OF_NONE);
      return true;
    case MARK:
      return readMark();
    case MODEL:
      return !needsModels || readModel();
    case IMAGE:
      addPart(PART_IMAGE, 0, 0);
      noteRead(token(0), OF_RESULT);
      return true;
    case EMPTY:
      noteHollow();
      return true;
    default:
      return false;
  }
}

/** The number of the id that an argument names, 0 if it names none; negative if it has no number. */
function idIn(k: i32): i32 {
  const string = token(k);
  if (string == 0) return 0;
  const id = idOf(string);
  return id == 0 ? -1 : id;
}

function readMessage(): bool {
  role = argument(0);
  const id = idIn(1);
  const parent = idIn(2);
  const thread = argument(3);
  const reply = idIn(4);
  if (id < 0 || parent < 0 || reply < 0) return false;
  if (thread != 0) addThread();
  addMessage(role, id, parent, thread, reply, role == ROLE_ASSISTANT ? sessionModel : 0);
  return true;
}

function readReasoning(): bool {
  const said = token(0);
  const chars = argument(2) != 0 ? 0 : charsIn(said);
  addReasoning(chars, argument(1) != 0 ? sessionModel : -1, 0);
  noteRead(said, OF_SAID);
  return chars >= 0;
}

function readCall(): bool {
  const id = idIn(0);
  const args = token(3);
  if (id <= 0 || args == 0) return false;
  addCall(argument(1), id, argument(2) + jsonChars(args), numberOf(args));
  noteRead(args, OF_CALL);
  return true;
}

function readAnswer(): bool {
  const content = token(0);
  const id = idIn(1);
  noteRead(content, OF_RESULT);
  if ((argument(2) & MAY_EDIT) == 0) {
    if (content == 0) {
      addHollow();
      noteHollow();
    }
    noteFixed(id, jsonChars(content), argument(3));
    return id > 0;
  }
  const text = textOf(content);
  if (id <= 0 || text == 0) return false;
  return noteResult(text, content, token(1), id, (argument(2) & FAILED) != 0, argument(3));
}

/** A copy of the answer before it, or of that to a call. */
function readCopy(): bool {
  const copy = token(0);
  const id = idIn(2);
  const bytes = load<i32>(copy, 8) - load<i32>(copy, 4);
  noteRead(copy, OF_RESULT);
  if (argument(1) != 0) addCopy(bytes);
  else if (id > 0) addSide(id, bytes);
  return id >= 0;
}

function readMark(): bool {
  const id = idIn(1);
  const parent = idIn(2);
  if (id < 0 || parent < 0) return false;
  addFound(argument(0), id, parent, argument(3), 0);
  return true;
}

function readModel(): bool {
  const model = charsOf(token(0)) == 0 ? 0 : idIn(0);
  if (model > 0) addModel(model);
  return model > 0;
}
