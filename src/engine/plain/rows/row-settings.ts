import { SIGN_BYTES } from "../../../formats/shared/part-measure.ts";
import { encodeOnce } from "../../../json/splice/encode.ts";
import {
  BY_TOKENS,
  type PlaceholderPieces,
  ROW_ERRORS,
  ROW_FIELDS,
  type RowPolicy,
  type RowPressure,
} from "../../../json/tape/masked-rows.ts";
import type { Policy } from "../../../reduce/pipeline/checked-policy.ts";
import { DISPATCH_MARK } from "../../../reduce/placeholders/dispatch.ts";
import { placeholderEnds } from "../../../reduce/placeholders/recognise-placeholder.ts";
import type { Template, TemplateField } from "../../../reduce/placeholders/template.ts";
import { MAIN_KEYS } from "../../../reduce/texts/main-arguments.ts";
import { EXIT_CHARS } from "../../../transcript/model/exit.ts";
import type { Job } from "../../edits/job.ts";
import { budgetOf, pressureInChars } from "../policy/plain-budget.ts";
import { countsTask, windowColumn } from "../policy/window-limit.ts";

type RowSettings = Omit<RowPolicy, "answers">;

type JobOfSettings = Pick<Job, "policy" | "archive" | "findsErrors" | "savings">;

/** The settings of policies seen so far: each input has its own job. */
const SETTINGS = new WeakMap<Policy, Map<string, RowSettings | undefined>>();

/**
 * The policy of a plain job in the kernel's form; undefined if the job needs more than the kernel can decide.
 */
export function rowSettings(job: JobOfSettings): RowSettings | undefined {
  const settings = lineSettings(job);
  const isTold = job.policy.pressure === undefined || settings?.pressure !== undefined;
  return isTold ? settings : undefined;
}

/** The same for lines, of which the kernel does not decide when masking starts. */
export function lineSettings(job: JobOfSettings): RowSettings | undefined {
  const { policy, archive, findsErrors = false, savings } = job;
  const about = { notesEdits: archive !== undefined, findsErrors, savings };
  const key = Object.values(about).join();
  const known = SETTINGS.get(policy) ?? new Map<string, RowSettings | undefined>();
  SETTINGS.set(policy, known);
  if (!known.has(key)) known.set(key, createSettings(policy, about));
  return known.get(key);
}

function createSettings(
  policy: Policy,
  { notesEdits, findsErrors, savings }: Record<"notesEdits" | "findsErrors" | "savings", boolean>,
): RowSettings | undefined {
  const { window, rules, placeholder, minGain, maxObservationChars } = policy;
  const { size, unit, every = 1 } = window;
  const { kept, signs } = rules.errors;
  if (countsTask(window) || maxObservationChars !== undefined) return undefined;
  if (typeof kept === "object" || (rules["last-per-tool"] ?? 0) > 0) return undefined;
  const column = windowColumn(window);
  const budget = budgetOf(policy);
  const numbers = { size, every, minGain, first: rules.first ?? 0, larger: rules.larger ?? MOST };
  if (notKept(Object.values(numbers))) return undefined;
  return {
    ...numbers,
    budget: budget === undefined ? -1 : Math.min(budget, MOST),
    column: unit === "tokens" ? BY_TOKENS : column === undefined ? -1 : 4 * column,
    errors: kept === "none" ? ROW_ERRORS.none : errorsBy({ signs, findsErrors }),
    pressure: pressureOn(policy),
    orphans: rules.orphan === true,
    notesEdits,
    countsTurns: savings,
    asksTools: [rules["keep-tool"], rules["only-tool"], rules.exempt].some(Boolean),
    ...textsOf(placeholder),
    ...piecesOf(placeholder, notesEdits),
    shorter: placeholder.shorter && piecesOf(placeholder.shorter, notesEdits),
  };
}

/** When masking rows starts; undefined if the kernel cannot tell. */
function pressureOn({ pressure, window }: Policy): RowPressure | undefined {
  if (pressure === undefined || window.unit === "tokens") return undefined;
  const sizes = pressureInChars(pressure);
  return notKept(Object.values(sizes)) ? undefined : sizes;
}

/** Whether some of these are no integers of the kernel. */
function notKept(numbers: readonly (number | undefined)[]): boolean {
  return numbers.some((number = 0) => !(number >= 0 && number <= MOST));
}

/** The part of a policy about texts, in the kernel's form. */
type RowTexts = ReturnType<typeof createTexts>;

const TEXTS = new WeakMap<Template, RowTexts>();

function textsOf(placeholder: Template): RowTexts {
  const known = TEXTS.get(placeholder);
  if (known !== undefined) return known;
  const texts = createTexts(placeholder);
  TEXTS.set(placeholder, texts);
  return texts;
}

function createTexts(placeholder: Template) {
  return {
    signBytes: SIGN_BYTES,
    ...ends(placeholder),
    mark: DISPATCH_MARK,
    mainKeys: MAIN_KEYS,
    codeChars: EXIT_CHARS,
  };
}

/** The kernel's integers have 32 bits. */
const MOST = 2 ** 30;

function errorsBy({ signs, findsErrors }: { signs: string; findsErrors: boolean }): number {
  if (signs === "words") return ROW_ERRORS.words;
  return findsErrors ? ROW_ERRORS.texts : ROW_ERRORS.marked;
}

/** The first and last bytes, in a file, of texts that may be placeholders. */
function ends(placeholder: Template): Pick<RowPolicy, "lasts" | "start"> {
  const { endings, start } = placeholderEnds(placeholder);
  const lasts = new Uint8Array(256 * BEFORES).fill(endings === undefined ? 0xff : 0);
  for (const { last, befores } of endings ?? [])
    for (let before = 0; before < 128; before++)
      if (befores === undefined || befores.includes(before))
        allow(lasts, 8 * BEFORES * last + before);
  return { lasts, start };
}

function allow(bits: Uint8Array, bit: number): void {
  bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
}

/** Bytes that hold a bit for each value of seven bits. */
const BEFORES = 16;

/** The text of a placeholder around its fields, and the fields; `hasArchive`: which fills in a ref. */
function piecesOf({ pieces }: Template, hasArchive: boolean): PlaceholderPieces {
  const literals = [""];
  const fields: number[] = [];
  const refs = pieces.filter((piece) => typeof piece === "object" && piece.field === "ref").length;
  for (const piece of pieces) {
    if (typeof piece === "string") literals.push((literals.pop() ?? "") + piece);
    else {
      literals.push("");
      fields.push(numberOf(piece.field, { fillsRefs: hasArchive && refs === 1 }));
    }
  }
  const last = literals.length - 1;
  const written = (ascii: boolean) =>
    literals.map((literal, k) => {
      const json = encodeOnce(literal, { ascii });
      return json.slice(k === 0 ? 0 : 1, k === last ? json.length : -1);
    });
  return {
    texts: { ascii: written(true), utf8: written(false) },
    literalChars: literals.join("").length,
    fields,
  };
}

/** The index of a field in `ROW_FIELDS`; 0 if the kernel has to ask for it. */
function numberOf(field: TemplateField, { fillsRefs }: { readonly fillsRefs: boolean }): number {
  if (field === "ref" && !fillsRefs) return 0;
  const name = field === "original_chars" ? "originalLength" : field;
  return Math.max(0, (ROW_FIELDS as readonly string[]).indexOf(name));
}
