import { defineConfig } from "vitest/config";
import { built } from "./vitest.built.js";
import { LongestFirst } from "./vitest.sequencer.js";

export default defineConfig({
  plugins: process.env.CAROM_BUILT === undefined ? [] : [built],
  test: {
    server: { deps: { external: [/[\\/]packages[\\/](carom|figures|cli)[\\/]dist[\\/]/] } },
    testTimeout: 60_000,
    setupFiles: ["./vitest.setup.ts"],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // The tests keep nothing: a worker reads and compiles each module once for all its files.
    isolate: false,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["packages/{carom,figures}/src/**/*.test.ts", "bench/src/**/*.test.ts", "scripts/*.test.mjs"],
          exclude: ["**/*.examples.test.ts"],
        },
      },
      { extends: true, test: { name: "examples", include: ["packages/**/*.examples.test.ts"] } },
      { extends: true, test: { name: "command", include: ["packages/cli/src/**/*.test.ts"], exclude: ["**/*.examples.test.ts"] } },
      { extends: true, test: { name: "browser", include: ["packages/lab/browser/**/*.test.ts"] } },
      { extends: true, test: { name: "frame-times", include: ["packages/lab/frame-times/**/*.test.ts"] } },
    ],
  },
});
