// Finds Chromium for the browser tests: CHROMIUM_PATH, then the usual names; as root on Debian it installs the distribution's package.
import { execFileSync, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"];

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath() {
  const folders = (process.env.PATH ?? "").split(delimiter).concat("/usr/bin");
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
    .concat(MAC)
    .find(isProgram);
}

function mayInstall() {
  return process.platform === "linux" && process.getuid?.() === 0 && existsSync("/etc/debian_version");
}

function install() {
  console.error("Chromium not found: installing Debian's package chromium (this is done once).");
  const quiet = { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  execFileSync("apt-get", ["update", "-qq"], quiet);
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], quiet);
}

/** The program's path, or undefined with one line on stderr that says what to do. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== "") {
    if (isProgram(named)) return named;
    console.error(`CHROMIUM_PATH is ${named}, which is not a program that can be run.`);
    return undefined;
  }
  const found = onPath();
  if (found !== undefined) return found;
  if (mayInstall()) {
    try {
      install();
    } catch {
      console.error("Installing chromium failed. Install Chromium or Chrome, or set CHROMIUM_PATH to it, then run the tests again.");
      return undefined;
    }
    return onPath();
  }
  console.error(
    "The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to Chrome or Chromium.",
  );
  return undefined;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const path = findChromium();
  if (path === undefined) process.exit(1);
  console.log(path);
  spawnSync(path, ["--version"], { stdio: "inherit" });
}
