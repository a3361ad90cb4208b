/**
 * The exports that TypeScript calls and reads. Of all that the kernel's files export to each other only these are
 * exported by the module: to make others known to JavaScript takes time at each start.
 */
export { nextChain, nextInFileOrder } from "./arranged/arranged-chains";
export {
  appendArranged,
  beginArranged,
  calls,
  copies,
  copyOfLatest,
  firstParts,
  foundCount,
  hasCopies,
  hasThreads,
  ids,
  kinds,
  kindsFound,
  lengths,
  parents,
  partChars,
  partIds,
  partKinds,
  partTotal,
  pushFound,
  pushPart,
  pushResult,
  records,
  replies,
  resultParts,
  resultTotal,
  setBound,
  sideOfCall,
  starts,
  states,
  threads,
} from "./arranged/arranged-columns";
export {
  beginCounting,
  beginFollowing,
  callMessages,
  chars,
  closeCalls,
  deadChars,
  deadResults,
  deadToolTurns,
  endOfDead,
  firstIndex,
  follow,
  messages,
  resultCount,
  spoken,
  toolTurns,
  turnStarts,
  turnTotal,
} from "./arranged/arranged-counts";
export { linkArranged, lostParents } from "./arranged/arranged-links";
export {
  beginMasks,
  boundBlocks,
  boundChars,
  firstMasked,
  keptFirst,
  lastBound,
  maskArranged,
  masked,
  maskedBefore,
  maskedTurns,
  resultChars,
  sideBytes,
} from "./arranged/arranged-masks";
export { charsAt, numberAt, savedAt, waitAt } from "./arranged/arranged-reasons";
export { find } from "./bytes/find";
export { lineBreaks } from "./bytes/line-breaks";
export { hasChoice, spellOut, spelledTo } from "./bytes/spell-out";
export { answered, callsAreLost, latestOpened, openCall, takeCall } from "./calls/answered-calls";
export { lineOfArguments } from "./calls/call-arguments";
export { beginIds, idAt, idCount, idLength, internId, setClass } from "./calls/session-ids";
export { chatHasSigned, readBlockChat, readBlockLine } from "./chat/block-columns";
export { readChat, readChatLine } from "./chat/chat-columns";
export { chatHasExtra, chatHasJson } from "./chat/chat-extras";
export {
  beginChatLines,
  chatCallMessages,
  chatCalls,
  chatChars,
  chatIsClosed,
  chatMessages,
  chatOpenTurn,
  chatSpoken,
  chatToolTurns,
  chatTools,
  chatTurns,
} from "./chat/chat-results";
export { chatNotes } from "./chat/chat-sums";
export { notedCalls } from "./chat/noted-messages";
export { mayNameCode } from "./placeholders/exit-codes";
export { rowsOut } from "./placeholders/row-output";
export { mayShowError } from "./policy/signs";
export {
  askAboutItems,
  beginLearnedRows,
  firstItem,
  itemsAreFixed,
  noteOfUnlike,
  readLearnedChat,
  unlikeItem,
} from "./rows/item-rows";
export { itemsAnswers, itemsMayAnswer } from "./rows/item-answers";
export { signedBy } from "./rows/item-signers";
export { itemsHaveCopies } from "./rows/item-copies";
export {
  lineLeft,
  lineResults,
  linesChars,
  linesNext,
  linesResults,
  linesScan,
  linesMayAnswer,
  linesTurns,
  linesWritten,
  readLines,
} from "./rows/line-notes";
export {
  beginNotes,
  maskNotes,
  notesAreMixed,
  notesAt,
  notesDone,
  notesEdits,
  notesWritten,
  spliceNotes,
} from "./rows/note-splices";
export {
  maskRow,
  readItems,
  readRows,
  rowCount,
  rowsCalls,
  rowsMasked,
  rowsNext,
  rowsOver,
  rowsResults,
  rowsScan,
} from "./rows/row-columns";
export { learnShape } from "./rows/row-shapes";
export {
  beginSession,
  readSession,
  sessionMayAnswer,
  sessionNext,
  sessionScan,
} from "./sessions/session-columns";
export {
  sessionCalls,
  sessionFound,
  sessionHasThreads,
  sessionHollow,
  sessionMessages,
  sessionModel,
  sessionPart,
  sessionParts,
  sessionResults,
  sessionSides,
  sessionSigned,
} from "./sessions/session-found";
export { sessionWritten } from "./sessions/session-writing";
export { addWord, numberWords } from "./tape/known-words";
export {
  lineEnd,
  lineFlags,
  partAt,
  partOpen,
  partState,
  scanLine,
  scanPart,
  turnToItems,
} from "./tape/scan";
export { partStringAt, partStringChars, partStringFlags } from "./tape/strings";
export { limitTape } from "./tape/tape-tokens";
