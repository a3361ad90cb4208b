import type { ReflectionPrice } from "../../../analyses/snapshot/reflection-cost.ts";
import { priceFrom } from "../../options/price-option.ts";
import { usage } from "../../options/usage-error.ts";
import type { SnapshotFlags } from "./flags.ts";

/** The price of a reflection that flags name; undefined where they name none. */
export function reflectionPriceFrom({
  price,
  priceFile,
  outputPrice,
}: SnapshotFlags): ReflectionPrice | undefined {
  if (price === undefined && priceFile === undefined) {
    if (outputPrice !== undefined)
      throw usage("--output-price: expected --price or --price-file with it");
    return undefined;
  }
  const none = {
    inputPrice: undefined,
    writePrice: undefined,
    readPrice: undefined,
    outputPrice: undefined,
  };
  const { name, input, output = outputPrice } = priceFrom({ ...none, price, priceFile }).price;
  if (output === undefined)
    throw usage(
      `no price of output is known for ${name}`,
      "give --output-price, or output in a table of --price-file",
    );
  return { name, input, output: outputPrice ?? output };
}
