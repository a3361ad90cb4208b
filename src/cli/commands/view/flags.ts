import { COMPACT_FLAGS } from "../../options/compact-flags.ts";
import type { Flags, ValuesOf } from "../../options/flag.ts";
import { POLICY_FLAGS } from "../../options/policy-flags.ts";
import { COMPARE_FLAGS } from "../compare/flags.ts";

const { price, priceFile, inputPrice, writePrice, readPrice } = COMPARE_FLAGS;

export const VIEW_FLAGS = {
  output: {
    ...COMPACT_FLAGS.output,
    description: "write the page to this file (default: the session's name, in this folder)",
    brief: "write the page to this file",
    group: "Page",
  },
  open: {
    flags: "--open",
    description: "open the page in the browser",
    group: "Page",
    environment: false,
  },
  ...POLICY_FLAGS,
  archive: {
    ...COMPACT_FLAGS.archive,
    description: "the archive with the originals (default: the user's)",
    brief: "the archive with the originals",
    group: "Page",
  },
  price: {
    ...price,
    description: "the model whose prices hold (default: the session's own)",
    brief: "the model whose prices hold",
  },
  priceFile,
  inputPrice,
  writePrice,
  readPrice,
} as const satisfies Flags;

/** The options of `view`, as values. */
export type ViewFlags = Omit<ValuesOf<typeof VIEW_FLAGS>, "noConfig">;
