/**
 * One step of a compiled glob. A step with `accepts` consumes a character that it accepts; one without
 * consumes nothing. Then every step in `next` is tried.
 */
export interface GlobStep {
  readonly accepts?: Accepts;
  readonly next: number[];
}

/** Whether a step consumes this character, which is in lower case. */
type Accepts = (character: string) => boolean;

/**
 * Compiles a glob to steps, of which the last means a match. Returns undefined for a `[` or `{` that is
 * never closed.
 *
 * `*` is any run of characters, `?` one character, `[a-z]` and `[!a-z]` one of a set, `{a,b}` one of
 * several globs, nested as deep as you like. Where the glob has a `/`, a `*` stops at the next one, and
 * a whole segment `**` spans any number of segments. Everything else is literal, `\`, `(` and a
 * leading `!` included. So does a set of plain characters: `app/[id]/page.tsx` names that file, too.
 * A leading `./` is left out.
 */
export function compileGlob(glob: string): readonly GlobStep[] | undefined {
  const pieces: readonly string[] = glob.replace(/^\.\//, "").match(PIECE) ?? [];
  const braces = findBraces(pieces);
  if (braces === undefined || pieces.includes("[")) return undefined;
  const compiler = new Compiler(glob.includes("/") ? notSlash : anything);
  const isEdge = (at: number) => pieces[at] === undefined || pieces[at] === "/";
  const isSpan = (at: number) =>
    (pieces[at]?.startsWith("**") ?? false) &&
    [at - 1, at + 1].every((place) => isEdge(place) || braces.has(place));
  const endsInSpan = (at: number) =>
    pieces[at] === "/" && at > 0 && isSpan(at + 1) && at + 2 === pieces.length;

  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] ?? "";
    if (braces.has(at)) compiler.brace(piece);
    else if (endsInSpan(at)) {
      compiler.below();
      at++;
    } else if (isSpan(at) && pieces[at + 1] === "/") {
      compiler.segments();
      at++;
    } else if (isSpan(at)) compiler.run(anything);
    else if (piece.startsWith("*")) compiler.star(isEdge(at - 1) && isEdge(at + 1));
    else compiler.plain(piece);
  }
  return compiler.finish();
}

/** A set, whose first character may be a `]`; a run of stars; else one character. */
const PIECE = /\[[!^]?.[^\]]*\]|\*+|./gsu;

function anything(): boolean {
  return true;
}

function notSlash(character: string): boolean {
  return character !== "/";
}

/** Where the `{`, `,` and `}` of alternatives are; braces without a comma are ordinary characters. */
function findBraces(pieces: readonly string[]): ReadonlySet<number> | undefined {
  const found = new Set<number>();
  const open: number[][] = [];
  for (const [at, piece] of pieces.entries()) {
    if (piece === "{") open.push([at]);
    else if (piece === ",") open.at(-1)?.push(at);
    else if (piece === "}") {
      const group = open.pop() ?? [];
      if (group.length > 1) for (const place of [...group, at]) found.add(place);
    }
  }
  return open.length === 0 ? found : undefined;
}

/** Alternatives during compilation: their fork, and the last steps of all but the last one. */
interface Alternatives {
  readonly fork: GlobStep;
  readonly ends: GlobStep[];
}

class Compiler {
  private readonly steps: GlobStep[] = [];
  private readonly open: Alternatives[] = [];
  private readonly inStar: Accepts;

  constructor(inStar: Accepts) {
    this.inStar = inStar;
  }

  /** One character, one of a set, or text. */
  plain(piece: string): void {
    if (piece === "?") this.one(notSlash);
    else if (piece.startsWith("[")) this.set(piece);
    else this.literal(piece);
  }

  literal(text: string): void {
    for (const character of text) {
      const folded = character.toLowerCase();
      this.one((other) => other === folded);
    }
  }

  one(accepts: Accepts): void {
    this.steps.push({ accepts, next: [this.steps.length + 1] });
  }

  /** A whole segment is not empty. */
  star(isSegment: boolean): void {
    if (isSegment) this.one(this.inStar);
    this.run(this.inStar);
  }

  run(accepts: Accepts): void {
    const start = this.steps.length;
    this.steps.push({ next: [start + 1, start + 2] }, { accepts, next: [start] });
  }

  /** `**` and a slash: nothing, or anything that ends in a slash. */
  segments(): void {
    this.optional(() => {
      this.run(anything);
      this.literal("/");
    });
  }

  /** A slash and `**` at the end: nothing, or a slash and anything. */
  below(): void {
    this.optional(() => {
      this.literal("/");
      this.run(anything);
    });
  }

  set(written: string): void {
    const isNegated = /^\[[!^]/.test(written);
    const members = [...written.slice(isNegated ? 2 : 1, -1)];
    const has = membership(members);
    if (isNegated) this.one((character) => notSlash(character) && !has(character));
    else if (members.includes("-")) this.one(has);
    else {
      this.brace("{");
      this.one(has);
      this.brace(",");
      this.literal(written);
      this.brace("}");
    }
  }

  brace(character: string): void {
    if (character === "{") {
      this.open.push({ fork: this.fork(), ends: [] });
      return;
    }
    const alternatives = this.open.at(-1);
    if (character === ",") {
      const end: GlobStep = { next: [] };
      this.steps.push(end);
      alternatives?.ends.push(end);
      alternatives?.fork.next.push(this.steps.length);
    } else {
      for (const { next } of alternatives?.ends ?? []) next.push(this.steps.length);
      this.open.pop();
    }
  }

  /** The steps, with a slash at the end that a text may have or not. */
  finish(): readonly GlobStep[] {
    this.optional(() => this.literal("/"));
    this.steps.push({ next: [] });
    return this.steps;
  }

  private optional(compile: () => void): void {
    const { next } = this.fork();
    compile();
    next.push(this.steps.length);
  }

  private fork(): GlobStep {
    const step = { next: [this.steps.length + 1] };
    this.steps.push(step);
    return step;
  }
}

function membership(members: readonly string[]): Accepts {
  const ranges: (readonly [first: number, last: number])[] = [];
  for (let at = 0; at < members.length; at++) {
    const isRange = members[at + 1] === "-" && at + 2 < members.length;
    const first = codeOf(members[at]);
    ranges.push([first, isRange ? codeOf(members[at + 2]) : first]);
    if (isRange) at += 2;
  }
  const holds = (code: number) => ranges.some(([first, last]) => first <= code && code <= last);
  return (character) => holds(codeOf(character)) || holds(codeOf(character.toUpperCase()));
}

function codeOf(character: string | undefined): number {
  return character?.codePointAt(0) ?? 0;
}
