import { type ObservationPart, textCharsOf } from "../../transcript/model/message.ts";
import { fileKeys } from "../files/file-keys.ts";
import { FileReads, type Read } from "../files/file-reads.ts";
import { type FileUse, fileUseOf, type OtherTools } from "../files/file-use.ts";
import { appliedPaths } from "../files/patches.ts";
import { isStillRunning, mayBePartial, saysEditFailed, succeeded } from "../files/read-outcome.ts";
import { argumentsOf, callOf } from "../pipeline/call-of.ts";
import { editedLater, readAgain } from "../placeholders/pass-notes.ts";
import { globTest } from "./globs.ts";
import { isExcerpt, isOpen, longestWhole } from "./pass.ts";
import type { MaskProposal, MaskRule, RuleContext } from "./rule.ts";

/** The options of the rule. */
export interface StaleReadsOptions {
  /**
   * Whether reads of files give way to a note where all their lines were read again later, or the file
   * was edited since; the latest read of an edited file stays inside the window. Default: false. With a
   * provider's prompt cache that is warm this costs more than it saves: the middle of the prompt changes.
   */
  readonly staleReads?: boolean;
  /** Tools that read a file, besides those that are known: globs of their names. */
  readonly readTools?: readonly string[];
  /** Tools that edit a file, besides those that are known: globs of their names. */
  readonly editTools?: readonly string[];
}

/**
 * Masks stale reads of files: those of which all lines were read again later, and those of files that were edited
 * since. The latest read of an edited file
 * stays while it is inside the window.
 *
 * Nothing is inferred: a later read counts if it succeeded, is whole and no shorter; an edit if it did
 * not fail; paths if they are written alike, seen from the same folder. Results that come late are not
 * compared.
 */
export const staleReadsRule = {
  acts: "mask",
  edits: "observation",
  tier: 3,
  strength: 10,
  leaves: "placeholder",
  isLossless: false,
  reason: "it is a read of a file that was read again or edited later",
  options: {
    staleReads: {
      flag: "--stale-reads",
      help: "replace reads of files that were read again or edited later with a note that says so",
      type: "switch",
      group: "What stays",
      off: false,
    },
    readTools: {
      flag: "--read-tool <glob>",
      help: "with --stale-reads: other tools that read a file (may be given again)",
      type: "tools",
      needs: "staleReads",
      group: "What stays",
      off: undefined,
    },
    editTools: {
      flag: "--edit-tool <glob>",
      help: "with --stale-reads: other tools that edit a file (may be given again)",
      type: "tools",
      needs: "staleReads",
      group: "What stays",
      off: undefined,
    },
  },
  setting({ staleReads, readTools, editTools }) {
    const others = {
      isRead: globTest("readTools", readTools),
      isEdit: globTest("editTools", editTools),
    };
    return staleReads ? others : undefined;
  },
  *propose(context, others) {
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
      const use = fileUseOf(call.name, argumentsOf(transcript, call), others);
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
} as const satisfies MaskRule<StaleReadsOptions, OtherTools>;

/** The read that an observation answers, and whether it is whole. */
function readOf(context: RuleContext, about: { part: ObservationPart; path: string }) {
  const { transcript, placeholders, policy } = context;
  const { part } = about;
  const isKnown = !placeholders.isMasked(part) && !isExcerpt(context, part);
  const text = isKnown ? transcript.text(part) : undefined;
  const isMade = text !== undefined && succeeded(part, text) && !isStillRunning(text);
  return {
    ...about,
    isMade,
    isWhole:
      isMade &&
      !part.extra?.images &&
      !mayBePartial(text) &&
      textCharsOf(part) <= longestWhole(policy),
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

function* propose({ window, placeholders }: RuleContext, read: Read): Iterable<MaskProposal> {
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
    return isAgain ? readAgain({ ...of, tool: again.tool }) : editedLater(of);
  };
  yield { part, from, text };
}
