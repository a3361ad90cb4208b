import { anthropic, createCompactor } from "elision/loop";
import { run } from "./run.js";

globalThis.outcome = run(createCompactor({ reader: anthropic, firstSight: 500 }));
