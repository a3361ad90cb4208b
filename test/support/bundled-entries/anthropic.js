import { createCompactor } from "elision/anthropic";
import { run } from "./run.js";

globalThis.outcome = run(createCompactor({ firstSight: 500 }));
