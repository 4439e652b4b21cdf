// Finds Python with numpy for the tests of the Python package: PYTHON, then python3, one that has pandas too before one that has not; as
// root on Debian it installs the distribution's packages.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const NEED =
  "The tests of the Python package need python3 (3.9 or later) with numpy: install them (Debian: apt-get install python3-numpy) or set " +
  "PYTHON to a Python that has it; without it they are left out.";
const has = (modules) => (path) =>
  spawnSync(path, ["-c", `import sys, ${modules}; sys.exit(sys.version_info < (3, 9))`], { stdio: "ignore" }).status === 0;
const works = has("numpy");

/** The program's path, or undefined with one line on stderr that says what to do. */
export function findPython({ mayInstall = true } = {}) {
  const named = process.env.PYTHON;
  const candidates = named === undefined || named === "" ? ["python3", "/usr/bin/python3"] : [named];
  const found = candidates.find(has("numpy, pandas")) ?? candidates.find(works);
  if (found !== undefined) return found;
  const isRoot = process.platform === "linux" && process.getuid?.() === 0 && existsSync("/etc/debian_version");
  if (mayInstall && isRoot && (named === undefined || named === "")) {
    console.error("Python with numpy not found: installing Debian's package python3-numpy (this is done once).");
    const quiet = { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    try {
      execFileSync("apt-get", ["update", "-qq"], quiet);
      execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "python3-numpy"], quiet);
      if (works("/usr/bin/python3")) return "/usr/bin/python3";
    } catch {
      console.error("Installing python3-numpy failed.");
    }
  }
  console.error(NEED);
  return undefined;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const path = findPython();
  if (path === undefined) process.exit(1);
  console.log(path);
}
