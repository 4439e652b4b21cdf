/**
 * Lets tests use what the build has made instead of compiling each module once more: as fast as users have it, and the files they get.
 * Only in the whole test run, which builds first (`CAROM_BUILT`).
 */
import { existsSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vitest/config";

const SOURCE = /^(.*[\\/]packages[\\/](?:carom|figures|cli))[\\/]src[\\/](.*)$/;

/** Imports of a source that is no test lead to the module that was built from it. */
export const built: Plugin = {
  name: "built",
  enforce: "pre",
  resolveId(source, importer) {
    if (importer === undefined || !source.startsWith(".") || !source.endsWith(".js")) return null;
    const [, workspace, file] = SOURCE.exec(path.resolve(path.dirname(importer), source)) ?? [];
    if (workspace === undefined) return null;
    const id = path.join(workspace, "dist", file);
    return existsSync(id) ? id : null;
  },
};
