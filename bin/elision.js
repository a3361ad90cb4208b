#!/usr/bin/env node
import module from "node:module";

// Half of a short run is compiling the program: Node 22 and later can keep what came of it.
module.enableCompileCache?.();
import("../dist/main.js").then(
  ({ main }) => main(),
  (error) => {
    if (error?.code !== "ERR_MODULE_NOT_FOUND") throw error;
    process.stderr.write("elision: not built: npm run build\n");
    process.exitCode = 2;
  },
);
