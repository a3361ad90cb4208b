import { createResponsesCompactor } from "elision/openai";
import { runItems } from "./run.js";

globalThis.outcome = runItems(createResponsesCompactor({ firstSight: 500 }));
