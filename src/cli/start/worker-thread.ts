/** The entry of a worker thread in the bundled program. */
import { loadProgram } from "./code-cache.ts";

loadProgram(__dirname, "tasks.js", { require, importModule: (id) => import(id) });
