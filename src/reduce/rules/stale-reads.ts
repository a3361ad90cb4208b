import { type ObservationPart, textCharsOf } from "../../transcript/message.ts";
import { argumentsOf, callOf } from "../calls.ts";
import { fileKeys } from "../files/file-keys.ts";
import { FileReads, type Read } from "../files/file-reads.ts";
import { type FileUse, fileUseOf } from "../files/file-use.ts";
import { isStillRunning, mayBePartial, saysEditFailed, succeeded } from "../files/outcome.ts";
import { appliedPaths } from "../files/patches.ts";
import { editedLater, readAgain } from "../notes.ts";
import { ifShorter, isExcerpt, isOpen } from "./pass.ts";
import type { Proposal, Rule, RuleContext } from "./rule.ts";

/**
 * Masks reads of files that say no more what holds (strategies S4 and S5): those of which all lines
 * were read again later, and those of files that were edited since. The latest read of an edited file
 * stays while it is inside the window.
 *
 * Nothing is inferred: a later read counts if it succeeded, is whole and no shorter; an edit if it did
 * not fail; paths if they are written alike, seen from the same folder. Results that come late are not
 * compared.
 */
export const staleReadsRule: Rule = {
  *propose(context) {
    const { staleReads } = context.policy.passes;
    if (staleReads === undefined) return;
    const { transcript } = context;
    const files = new Map<string, FileReads>();
    const keyOf = fileKeys(transcript);
    const fileAt = (path: string) => {
      const known = files.get(path) ?? new FileReads();
      files.set(path, known);
      return known;
    };
    for (const part of transcript.observations()) {
      const call = callOf(transcript, part);
      if (call === undefined || part.message < transcript.firstLive) continue;
      if (transcript.isFixed(part.message)) continue;
      const use = fileUseOf(call.name, argumentsOf(transcript, call), staleReads);
      if (use === undefined) continue;
      const event = { call: call.index, step: transcript.turns.of(part.message) };
      const at = (path: string) => fileAt(keyOf(path, { folder: use.folder, call: call.index }));
      if (use.kind === "read") {
        const read = readOf(context, { part, path: use.path });
        at(use.path).read({ ...event, ...read, lines: use.lines, tool: call.name });
      } else {
        const made = new Set(editsMade(context, part, use));
        for (const path of use.paths) at(path).edit({ ...event, isMade: made.has(path) });
      }
    }
    for (const file of files.values()) for (const read of file.reads) yield* propose(context, read);
  },
};

/** What the answer to a read is worth. */
function readOf(context: RuleContext, about: { part: ObservationPart; path: string }) {
  const { transcript, placeholders, policy } = context;
  const { clamp = Number.POSITIVE_INFINITY } = policy.passes;
  const { part } = about;
  const isKnown = !placeholders.isMasked(part) && !isExcerpt(context, part);
  const text = isKnown ? transcript.text(part) : undefined;
  const isMade = text !== undefined && succeeded(part, text) && !isStillRunning(text);
  return {
    ...about,
    isMade,
    isWhole: isMade && !part.extra?.images && !mayBePartial(text) && textCharsOf(part) <= clamp,
    canGo: isMade && isOpen(context, part) && !part.extra?.images,
    chars: textCharsOf(part),
  };
}

/** The paths that were edited, as far as the answer says so; none where it is masked. */
function editsMade(
  context: RuleContext,
  part: ObservationPart,
  { paths, isPatch }: FileUse & { readonly kind: "edit" },
): readonly string[] {
  const { transcript, placeholders } = context;
  if (placeholders.isMasked(part) || isExcerpt(context, part)) return [];
  const text = transcript.text(part);
  if (isPatch) return part.isError ? [] : appliedPaths(paths, text);
  return succeeded(part, text) && !saysEditFailed(text) ? paths : [];
}

function* propose({ window, placeholders }: RuleContext, read: Read): Iterable<Proposal> {
  const { part, path, chars, again, edited, next } = read;
  if (!read.canGo) return;
  const latest = Math.min(
    next ?? Number.POSITIVE_INFINITY,
    window.leaves(part) ?? Number.POSITIVE_INFINITY,
  );
  const stale = edited === undefined ? Number.POSITIVE_INFINITY : Math.max(edited, latest);
  const superseded = again?.step ?? Number.POSITIVE_INFINITY;
  const from = Math.min(stale, superseded);
  if (from === Number.POSITIVE_INFINITY) return;
  const text = () => {
    const of = { path, chars, ref: placeholders.refOf(part) };
    const isAgain = again !== undefined && superseded <= stale;
    return ifShorter(part, isAgain ? readAgain({ ...of, tool: again.tool }) : editedLater(of));
  };
  yield { kind: "mask", part, from, text };
}
