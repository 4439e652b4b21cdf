import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { removeStaleFiles, staleFiles } from "./stale-files.mjs";

const base = mkdtempSync(join(tmpdir(), "carom-stale-"));
afterAll(() => rmSync(base, { recursive: true }));

function put(...files) {
  for (const file of files) {
    mkdirSync(dirname(join(base, "part", file)), { recursive: true });
    writeFileSync(join(base, "part", file), "");
  }
}

it("what older builds left in dist is found and removed, and nothing else", () => {
  put("src/kept.ts", "src/view/kept.tsx", "src/view/types.d.ts");
  put("dist/kept.js", "dist/kept.d.ts", "dist/kept.js.map", "dist/view/kept.js", "dist/.tsbuildinfo", "dist/font.woff2");
  expect(staleFiles("part", base)).toEqual([]);
  put("dist/old.js", "dist/old.js.map", "dist/gone/deep/old.d.ts", "dist/view/old.js");
  const stale = ["dist/gone/deep/old.d.ts", "dist/old.js", "dist/old.js.map", "dist/view/old.js"];
  expect(staleFiles("part", base)).toEqual(stale);
  expect(removeStaleFiles("part", base)).toBe(stale.length);
  expect(staleFiles("part", base)).toEqual([]);
  expect(existsSync(join(base, "part/dist/gone"))).toBe(false);
  expect(readdirSync(join(base, "part/dist")).sort()).toEqual([
    ".tsbuildinfo",
    "font.woff2",
    "kept.d.ts",
    "kept.js",
    "kept.js.map",
    "view",
  ]);
  expect(staleFiles("unbuilt", base)).toEqual([]);
});
