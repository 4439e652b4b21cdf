// Finds Chromium for the browser tests: CHROMIUM_PATH, then the usual names; as root on Debian it installs the distribution's package.
import { spawnSync } from "node:child_process";
import { findProgram } from "./find-program.mjs";

const MAC = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"];

/** The program's path, or undefined with one line on stderr that says what to do. */
export function findChromium() {
  return findProgram({
    what: "Chromium",
    variable: "CHROMIUM_PATH",
    names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
    elsewhere: MAC,
    debian: "chromium",
    need: "The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to Chrome or Chromium.",
  });
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const path = findChromium();
  if (path === undefined) process.exit(1);
  console.log(path);
  spawnSync(path, ["--version"], { stdio: "inherit" });
}
