#!/usr/bin/env node
import("../dist/main.js").then(
  ({ main }) => main(),
  (error) => {
    if (error?.code !== "ERR_MODULE_NOT_FOUND") throw error;
    process.stderr.write("elision: not built: npm run build\n");
    process.exitCode = 2;
  },
);
