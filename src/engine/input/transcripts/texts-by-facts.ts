import { begins, ends } from "../../../json/splice/edges.ts";
import { fingerprintOfString } from "../../../json/splice/string-fingerprint.ts";
import { RawString } from "../../../json/tape/raw-string.ts";
import { ESCAPED, NON_ASCII } from "../../../json/tape/tape.ts";
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
  const stringOf = (part: Part) => {
    const known = factsOf(part);
    return known && !known.isInside ? new RawString(rawOf(part, known), known.flags) : undefined;
  };
  const placedText = (part: Part) => {
    const place = placeOf(part);
    if (place === undefined) return undefined;
    const raw = rawOf(part, place);
    const flags = place.hasEscapes ? ESCAPED | NON_ASCII : NON_ASCII;
    const text = place.isString ? new RawString(raw, flags).text : raw.toString();
    return part.kind === "call" ? part.name + text : text;
  };
  const placedRaw = (part: Part) => {
    const place = placeOf(part);
    return place?.isString ? rawOf(part, place).subarray(1, -1) : undefined;
  };
  return {
    ...texts,
    text(part) {
      const known = part.kind === "observation" ? stringOf(part)?.text : placedText(part);
      return known ?? texts.text(part);
    },
    excerpt: (part, count) => stringOf(part)?.excerpt(count) ?? texts.excerpt(part, count),
    raw(part) {
      if (part.kind !== "observation") return placedRaw(part) ?? texts.raw(part);
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
