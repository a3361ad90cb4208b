import { reduce } from "elision/messages";
import { maskedPair } from "./masked-pair.js";

globalThis.outcome = maskedPair(reduce);
