import { type ObservationPart, textCharsOf } from "../../transcript/model/message.ts";
import type { Transcript } from "../../transcript/model/transcript.ts";
import type { Policy } from "../pipeline/checked-policy.ts";
import { errorTest } from "../pipeline/error-test.ts";
import type { TextView } from "../texts/text-view.ts";
import { DISPATCH_MARK, maskDispatch } from "./dispatch.ts";
import { isEarlierFailure, isRepeatNote } from "./pass-notes.ts";
import { fieldsOf } from "./placeholder-fields.ts";
import { placeholderTest } from "./recognise-placeholder.ts";
import { type Render, rendering } from "./rendering.ts";
import { withShown } from "./shown-text.ts";
import { omittedImages } from "./template.ts";

/** Makes placeholders, and recognises them. */
export interface Placeholders {
  /** The text for a masked observation; undefined if there is nothing to mask. */
  textFor(observation: ObservationPart): string | undefined;
  /** Whether the whole of an editable observation is a placeholder: this run's, or one that another tool wrote. */
  isMasked(observation: ObservationPart): boolean;
  /** The reference of an observation in an archive; undefined without one. */
  refOf(observation: ObservationPart): string | undefined;
}

/** The placeholders of a transcript under a policy. */
export function placeholdersOf(transcript: Transcript, policy: Policy): Placeholders {
  const isPlaceholder = wholeTextTest(policy);
  const write = writerFor(transcript, policy);
  const view = new ObservationView(transcript);
  /** By part: 1 for a placeholder, -1 for other text, 0 if not tested yet. */
  const known = new Int8Array(transcript.parts.length);

  const isMasked = (observation: ObservationPart): boolean => {
    const { index, editable } = observation;
    if (!editable) return false;
    if (known[index] === 0) known[index] = isPlaceholder(view.of(observation)) ? 1 : -1;
    return known[index] === 1;
  };
  return {
    isMasked,
    refOf: write.refOf,
    textFor(observation) {
      const { chars, extra, editable } = observation;
      const isEmpty = chars === 0 && !extra?.images;
      return !editable || isEmpty || isMasked(observation) ? undefined : write.textOf(observation);
    },
  };
}

/** A test for whole texts that are placeholders under a policy, including notes of its passes. */
function wholeTextTest(policy: Policy): (text: TextView) => boolean {
  const { test } = formsOf(policy);
  const { "collapse-failures": collapseFailures, redundant } = policy.rules;
  if (!collapseFailures && !redundant) return test;
  return (text) =>
    test(text) ||
    (collapseFailures === true && isEarlierFailure(text)) ||
    (redundant === true && isRepeatNote(text));
}

/** Writes placeholders for the observations of a transcript, and their references. */
function writerFor(transcript: Transcript, policy: Policy) {
  const { render } = formsOf(policy);
  const fields = fieldsOf(transcript);
  const isError = errorTest(transcript, policy);
  const refOf = (observation: ObservationPart) =>
    policy.refs ? String(fields.ref(observation)) : undefined;
  const textOf = (observation: ObservationPart): string => {
    if (transcript.includes(observation, DISPATCH_MARK)) {
      const dispatch = maskDispatch(transcript.text(observation), refOf(observation));
      if (dispatch !== undefined) return dispatch;
    }
    const placeholder = render(fields, observation) + omittedImages(observation.extra?.images);
    return withShown(placeholder, policy, {
      ...{ values: fields, of: observation, isError: () => isError(observation) },
      excerpt: (count) => transcript.excerpt(observation, count),
    });
  };
  return { refOf, textOf };
}

/** How placeholders of a policy are recognised and written. */
interface Forms {
  readonly test: (view: TextView) => boolean;
  readonly render: Render<ObservationPart>;
}

/** The forms of a policy, made once for all transcripts, since they compile patterns. */
function formsOf(policy: Policy): Forms {
  const known = FORMS.get(policy);
  if (known !== undefined) return known;
  const forms = {
    test: placeholderTest(policy.placeholder, policy.maxObservationChars),
    render: rendering(policy.placeholder, { lengthOf: textCharsOf, minGain: policy.minGain }),
  };
  FORMS.set(policy, forms);
  return forms;
}

const FORMS = new WeakMap<Policy, Forms>();

/** A view of the text of one observation after another, of which parts are read. */
class ObservationView implements TextView {
  private readonly transcript: Transcript;
  private observation: ObservationPart | undefined;

  constructor(transcript: Transcript) {
    this.transcript = transcript;
  }

  of(observation: ObservationPart): this {
    this.observation = observation;
    return this;
  }

  get chars(): number {
    return textCharsOf(this.part);
  }

  text(): string {
    return this.transcript.text(this.part);
  }

  excerpt(count: number): string {
    return this.transcript.excerpt(this.part, count);
  }

  includes(literal: string): boolean {
    return this.transcript.includes(this.part, literal);
  }

  mayBeginWith(code: number): boolean {
    return this.transcript.mayBeginWith(this.part, code);
  }

  mayEndWith(code: number, before?: number): boolean {
    return this.transcript.mayEndWith(this.part, code, before);
  }

  private get part(): ObservationPart {
    if (this.observation === undefined) throw new Error("no observation to look at");
    return this.observation;
  }
}
