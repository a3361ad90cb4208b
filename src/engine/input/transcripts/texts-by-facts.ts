import { begins, ends } from "../../../json/splice/edges.ts";
import { fingerprintOfString } from "../../../json/splice/string-fingerprint.ts";
import { RawString } from "../../../json/tape/raw-string.ts";
import { DISPATCH_MARK } from "../../../reduce/placeholders/dispatch.ts";
import type { Part } from "../../../transcript/model/message.ts";
import type { Texts } from "../../../transcript/model/transcript.ts";
import { type ObservationFacts, savedBytesOf } from "./observation-facts.ts";

/** The texts, answered from known facts of observations where possible, without reading a line again. */
export function textsByFacts(
  texts: Texts,
  factsOf: (part: Part) => ObservationFacts | undefined,
  rawOf: (part: Part, facts: ObservationFacts) => Buffer,
): Texts {
  const stringOf = (part: Part) => {
    const known = factsOf(part);
    return known && !known.isInside ? new RawString(rawOf(part, known), known.flags) : undefined;
  };
  return {
    ...texts,
    text: (part) => stringOf(part)?.text ?? texts.text(part),
    excerpt: (part, count) => stringOf(part)?.excerpt(count) ?? texts.excerpt(part, count),
    raw(part) {
      const known = factsOf(part);
      return known && !known.isInside ? rawOf(part, known).subarray(1, -1) : texts.raw(part);
    },
    includes(part, literal) {
      if (literal !== DISPATCH_MARK)
        return stringOf(part)?.includes(literal) ?? texts.includes(part, literal);
      return factsOf(part)?.isDispatch ?? texts.includes(part, literal);
    },
    fingerprint(part) {
      const known = factsOf(part);
      const isString = known?.isUtf8 && !known.isInside;
      const fingerprint = isString ? fingerprintOfString(rawOf(part, known)) : undefined;
      return fingerprint ?? texts.fingerprint(part);
    },
    mayBeginWith(part, code) {
      const known = factsOf(part);
      return known ? begins(known.edges, code) : texts.mayBeginWith(part, code);
    },
    mayEndWith(part, code, before) {
      const known = factsOf(part);
      return known ? ends(known.edges, code, before) : texts.mayEndWith(part, code, before);
    },
    savedBytes(part, text) {
      const isAlone = part.kind === "observation" && !part.extra?.images;
      const known = isAlone ? factsOf(part) : undefined;
      return known ? savedBytesOf(known, text) : texts.savedBytes(part, text);
    },
  };
}
