// What older builds left in dist/: tsc writes new files and never removes those whose source is gone, and npm would pack them.
import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

// Not that of source-files.mjs, which loads the compiler: the build starts with this.
const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** Workspaces whose dist/ is their src/, compiled file by file. That of the lab is emptied by its own build. */
export const COMPILED = ["packages/carom", "packages/figures", "packages/cli", "bench"];

/** What tsc makes of a source. */
const MADE = /\.(js|js\.map|d\.ts|d\.ts\.map)$/;

/** Files of a workspace's dist/ that are made of no source, by their path in it: `dist/old.js`. */
export function staleFiles(workspace, base = root) {
  const folder = join(base, workspace);
  if (!existsSync(join(folder, "dist"))) return [];
  return readdirSync(join(folder, "dist"), { recursive: true, encoding: "utf8" })
    .filter((file) => MADE.test(file) && !hasSource(join(folder, "src", file.replace(MADE, ""))))
    .map((file) => relative(folder, join(folder, "dist", file)).replaceAll("\\", "/"))
    .sort();
}

function hasSource(stem) {
  return [".ts", ".tsx", ".mts"].some((ending) => existsSync(`${stem}${ending}`));
}

/** Removes them, and folders that are then empty. Returns how many there were. */
export function removeStaleFiles(workspace, base = root) {
  const stale = staleFiles(workspace, base);
  for (const file of stale) rmSync(join(base, workspace, file));
  const folders = new Set(stale.map((file) => file.slice(0, file.lastIndexOf("/"))));
  // The deepest first.
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) removeEmpty(join(base, workspace), folder);
  return stale.length;
}

function removeEmpty(workspace, folder) {
  const path = join(workspace, folder);
  if (folder === "dist" || !existsSync(path) || readdirSync(path).length > 0) return;
  rmdirSync(path);
  removeEmpty(workspace, folder.slice(0, folder.lastIndexOf("/")));
}
