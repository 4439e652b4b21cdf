/** Running the real command from the tests. `tsc -b` must have been run before. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const COMMAND = fileURLToPath(new URL("../bin/carom.js", import.meta.url));

export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** Runs `carom` in a folder of its own. */
export function carom(
  args: readonly string[],
  options: { readonly cwd?: string; readonly input?: string; readonly env?: Record<string, string> } = {},
): Finished {
  const { stdout, stderr, status } = spawnSync(process.execPath, [COMMAND, ...args], {
    cwd: options.cwd,
    input: options.input,
    // Wide enough for most tables in one piece, whatever terminal the tests run in.
    env: { ...process.env, COLUMNS: "200", ...options.env },
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  return { stdout, stderr, code: status };
}

export interface Folder {
  readonly path: string;
  /** Writes a file (an object as JSON) and returns its name. */
  readonly put: (name: string, content: string | object) => string;
  readonly remove: () => void;
}

export function temporaryFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), "carom-test-"));
  return {
    path,
    put: (name, content) => {
      writeFileSync(join(path, name), typeof content === "string" ? content : JSON.stringify(content));
      return name;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** The slip-reversing rod at a restitution of 1. */
export function rodStudy() {
  return {
    carom: 1,
    kind: "impact",
    title: "Slip-reversing rod",
    bodies: {
      rod: { mass: 1, inertia: [1 / 12, 1 / 12, 1 / 12], position: [0, 0, 0.36355], velocity: [0.61697, 0, -1] },
      floor: "fixed",
    },
    contacts: [{ between: ["rod", "floor"], point: [-0.35355, 0, 0], normal: [0, 0, 1], friction: 0.5, restitution: 1 }],
  };
}
