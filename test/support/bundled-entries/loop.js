import { createCompactor } from "elision/loop";
import { run } from "./run.js";

globalThis.outcome = run(createCompactor({ firstSight: 500 }));
