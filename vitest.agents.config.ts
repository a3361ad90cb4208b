import { defineConfig } from "vitest/config";

/** Real agents against a provider on this machine: npm run test:agents. */
export default defineConfig({
  test: {
    include: ["test/agents/*.agents.ts"],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
});
