import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { findPython } = (await import(new URL("../../../scripts/find-python.mjs", import.meta.url).href)) as {
  findPython(options: { readonly mayInstall: boolean }): string | undefined;
};
const python = findPython({ mayInstall: false });

describe.runIf(python !== undefined)("the Python package", () => {
  const run = (...args: string[]) => spawnSync(python as string, args, { cwd: root, encoding: "utf8" });

  it("passes its own tests", () => {
    const { stderr, status } = run("-m", "unittest", "discover", "-s", "python/tests");
    expect(stderr).toMatch(/\nOK\n/);
    expect(status).toBe(0);
  });

  it("runs every notebook, none of which holds outputs", () => {
    const notebooks = readdirSync(`${root}/python/notebooks`).filter((name) => name.endsWith(".ipynb"));
    expect(notebooks).toHaveLength(3);
    const { stderr, status } = run("python/tests/run_notebook.py", ...notebooks.map((name) => `python/notebooks/${name}`));
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  });
});
