/** Writes the types of the sources into the package, and on the way what tests import. Run by `npm run build`. */
import { fileURLToPath } from "node:url";
import { emitTypes } from "./tested-modules.js";

try {
  emitTypes(fileURLToPath(new URL("../dist", import.meta.url)));
} catch (error) {
  // The errors in the sources were already printed.
  process.exitCode = error.status ?? 1;
  if (error.status === undefined) throw error;
}
