/**
 * Tells why a result of a session's conversation stays, in AssemblyScript, and what masking it saves, as
 * engine/plain/results/result-table.ts does.
 */
import {
  calls,
  lengths,
  NAME_BITS,
  partChars,
  partKinds,
  resultParts,
  states,
} from "./arranged-columns";
import { BY_PLACE, BY_TURN, deadResults, orderStart, resultCount, unitsSoFar } from "./arranged-counts";
import { numbers, order } from "./arranged-links";
import { ask } from "../tape/questions";
import {
  ERROR,
  FIRST_ONES,
  IN_WINDOW,
  LARGE,
  MASKED_BEFORE,
  NOT_DUE,
  NOT_EDITABLE,
  NOT_SHORTER,
  ORPHAN,
  TOO_LITTLE,
} from "../policy/row-keepers";

/** Asks for the reason to keep the results of a named tool; 0 for none. */
const KEEPER_OF: i32 = 48;

// The state of a result: the reason why it stays outside the window, if any; then flags, as in
// kernel-arranged.ts.
const WORTH: i32 = 0xff;
const IS_ASCII: i32 = 0x100;
const IS_ERROR: i32 = 0x200;
const IS_LARGE: i32 = 0x400;
/** The format's reader read it: its length column has the chars that masking it saves. */
const BY_FORMAT: i32 = 0x800;
export const MASKED: i32 = 0x1000;
/** It stays until there is pressure: see `waitAt`. */
const WAITS: i32 = 0x2000;

// Reasons besides those of rows.
const KEEP_DEAD: i32 = 14;
export const DEAD: i32 = 15;
export const REASONS: i32 = 16;
/** Returned by `whyNot` for a result that is masked. */
export const IS_MASKED: i32 = -1;
/** Returned by `savedAt` for a result that stays outside the window. */
const SAVES_NOTHING: i32 = i32.MIN_VALUE;

// The policy, in integers: see kernel-arranged.ts.
const UNIT: i32 = 0;
const SIZE: i32 = 4;
const EVERY: i32 = 8;
const MIN_GAIN: i32 = 12;
const LARGER: i32 = 16;
const ORPHANS: i32 = 20;
const ASKS_TOOLS: i32 = 24;
const KEEPS_DEAD: i32 = 28;
const COUNTS_TURNS: i32 = 32;
const FIELDS: i32 = 36;
/** Chars and bytes of a placeholder without the length in it; and the bytes in ASCII. */
const LITERAL_CHARS: i32 = 40;
const LITERAL_BYTES: i32 = 44;
const LITERAL_ASCII: i32 = 48;
/** The number of first results that stay. */
const FIRST: i32 = 52;
/** A cache of tools already asked about: a name's number and a reason in each slot. */
const TOOLS: i32 = 64;
const MOST_TOOLS: i32 = 64;

const BY_TOKENS: i32 = 4;

/** The address of the policy. */
let policy: i32 = 0;

/** Sets the policy. */
export function beginReasons(from: i32): void {
  policy = from;
  memory.fill(from + TOOLS, 0, MOST_TOOLS << 3);
}

/** Whether tool turns with a masked result are counted. */
export function countsMaskedTurns(): bool {
  return load<i32>(policy, COUNTS_TURNS) != 0;
}

/** The chars that masking the result at a place of the conversation saves, or `SAVES_NOTHING`. */
export function savedAt(at: i32): i32 {
  if (at < deadResults) return SAVES_NOTHING;
  const result = load<i32>(orderStart + (at << 2));
  const isMasked = whyNot(result, at, false, i32.MAX_VALUE) == IS_MASKED;
  return isMasked ? savedChars(result, charsOf(result)) : SAVES_NOTHING;
}

/** The chars of the result at a place. */
export function charsAt(at: i32): i32 {
  return charsOf(load<i32>(orderStart + (at << 2)));
}

/** The number of the result at a place, in the window's unit. */
export function numberAt(at: i32): i32 {
  return numberOf(load<i32>(orderStart + (at << 2)), at, load<i32>(policy, UNIT));
}

/** Keeps the result at a place until there is pressure. */
export function waitAt(at: i32): void {
  const state = states + (load<i32>(orderStart + (at << 2)) << 2);
  store<i32>(state, load<i32>(state) | WAITS);
}

/** The chars of a result. */
@inline
export function charsOf(result: i32): i32 {
  return load<i32>(partChars + (load<i32>(resultParts + (result << 2)) << 2));
}

/**
 * The highest number, in the window's unit, of a result outside the window: see engine/plain/policy/window-limit.ts.
 */
export function limitOf(): i32 {
  const unit = load<i32>(policy, UNIT);
  if (unit == BY_TOKENS) return resultCount - newestWithin();
  const every = load<i32>(policy, EVERY);
  return (unitsSoFar() / every) * every - load<i32>(policy, SIZE);
}

function newestWithin(): i32 {
  let left: i64 = <i64>load<i32>(policy, SIZE) << 2;
  for (let newest: i32 = 0; newest < resultCount; newest++) {
    left -= <i64>charsOf(load<i32>(orderStart + ((resultCount - 1 - newest) << 2)));
    if (left < 0) return newest;
  }
  return resultCount;
}

/** Why a result stays, or `IS_MASKED`. */
export function whyNot(result: i32, at: i32, isDead: bool, limit: i32): i32 {
  const state = load<i32>(states + (result << 2));
  const always = state & WORTH;
  if (always == MASKED_BEFORE || always == NOT_EDITABLE) return always;
  if (isDead) {
    if (load<i32>(policy, KEEPS_DEAD) != 0) return KEEP_DEAD;
  } else {
    const unit = load<i32>(policy, UNIT);
    if (numberOf(result, at, unit) > limit) return IN_WINDOW;
    const keeper = keeperOf(result, state, at);
    if (keeper != 0) return keeper;
  }
  const worth = (state & BY_FORMAT) != 0 ? always : worthOf(result, state);
  if (worth != 0) return worth;
  return (state & WAITS) != 0 ? NOT_DUE : IS_MASKED;
}

/** The number of a result in the window's unit. */
@inline
function numberOf(result: i32, at: i32, unit: i32): i32 {
  if (unit == BY_PLACE || unit == BY_TOKENS) return at + 1;
  return unit == BY_TURN ? turnOf(result) : load<i32>(numbers + (orderStart - order) + (at << 2));
}

/** The rule that keeps a result outside the window; 0 for none. */
function keeperOf(result: i32, state: i32, at: i32): i32 {
  if ((state & IS_ERROR) != 0) return ERROR;
  const call = load<i32>(calls + (result << 2));
  if (load<i32>(policy, ASKS_TOOLS) != 0) {
    const own = load<i32>(partKinds + (load<i32>(resultParts + (result << 2)) << 2)) >>> NAME_BITS;
    const name = own != 0 || call <= 0 ? own : load<i32>(partKinds + ((call - 1) << 2)) >>> NAME_BITS;
    const keeper = keeperOfTool(name);
    if (keeper != 0) return keeper;
  }
  if (at < load<i32>(policy, FIRST)) return FIRST_ONES;
  if ((state & BY_FORMAT) != 0 ? (state & IS_LARGE) != 0 : charsOf(result) > load<i32>(policy, LARGER))
    return LARGE;
  return load<i32>(policy, ORPHANS) != 0 && call <= 0 ? ORPHAN : 0;
}

function keeperOfTool(name: i32): i32 {
  const slot = policy + TOOLS + ((name & (MOST_TOOLS - 1)) << 3);
  if (load<i32>(slot) != name + 1) {
    const keeper = ask(KEEPER_OF, name);
    store<i32>(slot, name + 1);
    store<i32>(slot, keeper, 4);
  }
  return load<i32>(slot, 4);
}

/** Why masking a text that the kernel read is not worth it; 0 if it is. */
function worthOf(result: i32, state: i32): i32 {
  const size = charsOf(result);
  if (size == 0) return NOT_SHORTER;
  const literal = load<i32>(policy + ((state & IS_ASCII) != 0 ? LITERAL_ASCII : LITERAL_BYTES));
  const saved = load<i32>(lengths + (result << 2)) - literal - fieldChars(size);
  const gain = savedChars(result, size);
  if (saved > 0 && gain >= load<i32>(policy, MIN_GAIN)) return 0;
  return saved > 0 && gain >= 1 ? TOO_LITTLE : NOT_SHORTER;
}

/** The chars that masking a result saves. */
export function savedChars(result: i32, size: i32): i32 {
  if ((load<i32>(states + (result << 2)) & BY_FORMAT) != 0) return load<i32>(lengths + (result << 2));
  return size - load<i32>(policy, LITERAL_CHARS) - fieldChars(size);
}

/** The digits of the length in a placeholder, times how often the template has it. */
function fieldChars(size: i32): i32 {
  let digits: i32 = 1;
  for (let rest = size; rest >= 10; rest /= 10) digits++;
  return digits * load<i32>(policy, FIELDS);
}

/** The tool turn of a result. */
export function turnOf(result: i32): i32 {
  const call = load<i32>(calls + (result << 2));
  return call > 0 ? load<i32>(partChars + ((call - 1) << 2)) : -call;
}

/** Whether a result is a placeholder after masking. */
@inline
export function isPlaceholder(result: i32): bool {
  const state = load<i32>(states + (result << 2));
  return (state & MASKED) != 0 || (state & WORTH) == MASKED_BEFORE;
}
