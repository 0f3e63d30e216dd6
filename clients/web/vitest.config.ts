import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["sdk/test/**/*.test.ts", "test/**/*.test.ts"], environment: "node", isolate: false },
});
