import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
    // One of them is of pandas, which need not be there.
    expect(stderr).toMatch(/\nOK( \(skipped=1\))?\n/);
    expect(status).toBe(0);
  });

  it("runs the program of the page", () => {
    const [, program] = /^```python\n([\s\S]*?)^```$/m.exec(readFileSync(`${root}/docs/python.md`, "utf8"))!;
    const folder = mkdtempSync(join(tmpdir(), "carom-python-"));
    try {
      symlinkSync(`${root}/examples`, join(folder, "examples"));
      // A ball that slides takes the impulse of friction, one that stops what stops it: 0.3 * 3.6 and 0.2 / 3.5.
      const held =
        "print([round(abs(float(x)), 12) for x in outcome.impulse[:, 0]], result.series['bodies']['phone']['position'].shape[1])";
      const { stdout, stderr } = spawnSync(python as string, ["-c", `${program}\n${held}`], {
        cwd: folder,
        encoding: "utf8",
        env: { ...process.env, PYTHONPATH: `${root}/python` },
      });
      expect(stderr).toBe("");
      expect(stdout).toBe("[1.08, 0.057142857143] 3\n");
      expect(readFileSync(join(folder, "drop.mcap")).subarray(1, 5).toString()).toBe("MCAP");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("runs every notebook, none of which holds outputs", () => {
    const notebooks = readdirSync(`${root}/python/notebooks`).filter((name) => name.endsWith(".ipynb"));
    expect(notebooks).toHaveLength(3);
    const { stderr, status } = run("python/tests/run_notebook.py", ...notebooks.map((name) => `python/notebooks/${name}`));
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  });
});
