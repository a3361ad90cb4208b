import { reduce } from "elision";
import { maskedPair } from "./masked-pair.js";

globalThis.outcome = maskedPair(reduce);
