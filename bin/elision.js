#!/usr/bin/env node
let program;
try {
  program = require("../dist/program/start.js").loadProgram(
    `${__dirname}/../dist/program`,
    "main.js",
  );
} catch (error) {
  if (error?.code !== "MODULE_NOT_FOUND" && error?.code !== "ENOENT") throw error;
  process.stderr.write("elision: not built: npm run build\n");
  process.exitCode = 2;
}
program?.main();
