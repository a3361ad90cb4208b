import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const newest = (name: string) =>
  fileURLToPath(new URL(`test/newest/node_modules/${name}`, import.meta.url));

/** The adapters with SDKs that ask for a newer Node than the program does: npm run test:newest. */
export default defineConfig({
  resolve: {
    alias: {
      "ai/test": newest("ai/dist/test/index.js"),
      ai: newest("ai/dist/index.js"),
      openai: newest("openai"),
    },
  },
  test: { include: ["test/newest/*.newest.ts", "test/api/adapters/openai.test.ts"] },
});
