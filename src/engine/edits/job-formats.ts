import { FOUND_BY_CONTENT, type FormatChoice } from "../../formats/registry/format-choice.ts";
import { recognisingMasks } from "../../formats/registry/text-protocols.ts";
import type { MaskTest } from "../../formats/shared/observation-headers.ts";
import type { Policy } from "../../reduce/pipeline/checked-policy.ts";
import { placeholderTest } from "../../reduce/placeholders/recognise-placeholder.ts";
import type { Template } from "../../reduce/placeholders/template.ts";
import { isDefault } from "../../reduce/placeholders/template-pattern.ts";
import { NodeView } from "../plain/results/node-view.ts";

/**
 * The formats that the input of a job can be of. Those in which a result is known by its header know elision's default
 * placeholders, and recognise those of the job too, so that a second run reads what the first one wrote.
 */
export function jobFormats(policy: Policy, choice = FOUND_BY_CONTENT): FormatChoice {
  const { placeholder, maxObservationChars: limit } = policy;
  if (limit === undefined && isDefault(placeholder)) return choice;
  const known = KNOWN.get(placeholder);
  if (known?.choice.among === choice.among && known.choice.forced === choice.forced)
    if (known.limit === limit) return known.formats;
  const formats = recognisingMasks(choice, maskTest(policy));
  KNOWN.set(placeholder, { choice, limit, formats });
  return formats;
}

interface LatestFormats {
  readonly choice: FormatChoice;
  readonly limit: number | undefined;
  readonly formats: FormatChoice;
}

/** The latest formats for each template: these keep what they learn of their inputs. */
const KNOWN = new WeakMap<Template, LatestFormats>();

function maskTest({ placeholder, maxObservationChars: limit }: Policy): MaskTest {
  const isPlaceholder = placeholderTest(placeholder, limit);
  return (tree, text) => {
    const view = new NodeView({ tree });
    view.node = text;
    return limit === 0 ? tree.isString(text) && view.chars === 0 : isPlaceholder(view);
  };
}
