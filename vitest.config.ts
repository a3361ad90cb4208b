import { defineConfig } from "vitest/config";

const results = process.env.TEST_RESULTS;

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    testTimeout: 60_000,
    // Folders with installed packages take their time to go.
    hookTimeout: 60_000,
    // A continuous integration run wants the counts in a file as well.
    reporters: results ? ["default", ["json", { outputFile: results }]] : ["default"],
  },
});
