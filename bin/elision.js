#!/usr/bin/env node
const { readFileSync } = require("node:fs");
const { Script } = require("node:vm");

const program = `${__dirname}/../dist/program`;
try {
  // Without Node's search for a module, which takes it longer than to load it.
  const filename = `${program}/start.js`;
  const code = readFileSync(filename, "latin1");
  const start = {};
  const script = new Script(`((exports, require) => {${code}\n})`, { filename });
  script.runInThisContext()(start, require);
  const importModule = (id) => import(id);
  const { main } = start.loadProgram(program, "main.js", {
    require,
    importModule,
    keepsCode: true,
  });
  main().then(() => {
    // Where nothing is left to wait for: to take V8's memory down in order takes it longer than to let go of it.
    if (process.getActiveResourcesInfo().length === 0) process.exit();
  });
} catch (error) {
  if (error?.code !== "MODULE_NOT_FOUND" && error?.code !== "ENOENT") throw error;
  process.stderr.write("elision: not built: npm run build\n");
  process.exitCode = 2;
}
