import { begins, ends } from "../../../json/splice/edges.ts";
import { fingerprintOfString } from "../../../json/splice/string-fingerprint.ts";
import { RawString } from "../../../json/tape/raw-string.ts";
import { DISPATCH_MARK } from "../../../reduce/placeholders/dispatch.ts";
import type { Part } from "../../../transcript/model/message.ts";
import type { Texts } from "../../../transcript/model/transcript.ts";
import { type ObservationFacts, savedBytesOf } from "./observation-facts.ts";
import type { ValuePlace } from "./value-places.ts";

/** The facts known of the texts of a transcript without reading a line again. */
interface KnownTexts {
  factsOf(part: Part): ObservationFacts | undefined;
  /** Of parts that are no observations. */
  placeOf(part: Part): ValuePlace | undefined;
  /** The bytes of a line that these facts are about, valid until the next call. */
  rawOf(part: Part, place: Pick<ValuePlace, "start" | "end">): Buffer;
}

/** The texts, answered from what is known of them where possible: only their own bytes are read again. */
export function textsByFacts(texts: Texts, { factsOf, placeOf, rawOf }: KnownTexts): Texts {
  const valueAt = (part: Part): ValuePlace | undefined => {
    if (part.kind !== "observation") return placeOf(part);
    const known = factsOf(part);
    return known && !known.isInside ? { ...known, isString: true } : undefined;
  };
  const resultOf = (part: Part) => {
    const value = part.kind === "observation" ? valueAt(part) : undefined;
    return value && new RawString(rawOf(part, value), value.flags);
  };
  return {
    ...texts,
    text(part) {
      const value = valueAt(part);
      if (value === undefined) return texts.text(part);
      const raw = rawOf(part, value);
      const text = value.isString ? new RawString(raw, value.flags).text : raw.toString();
      return part.kind === "call" ? part.name + text : text;
    },
    excerpt: (part, count) => resultOf(part)?.excerpt(count) ?? texts.excerpt(part, count),
    raw(part) {
      const value = valueAt(part);
      if (value === undefined) return texts.raw(part);
      const bytes = rawOf(part, value);
      const { isString } = value;
      return { bytes: isString ? bytes.subarray(1, -1) : bytes, isEscaped: isString };
    },
    includes(part, literal) {
      if (literal !== DISPATCH_MARK)
        return resultOf(part)?.includes(literal) ?? texts.includes(part, literal);
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
