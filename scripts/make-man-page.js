/** Writes the manual page of the built program into the package. Run by `npm run build`. */
import { readFileSync, writeFileSync } from "node:fs";
import man from "../dist/program/man.js";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
writeFileSync(new URL("../dist/elision.1", import.meta.url), man.manPage(version));
