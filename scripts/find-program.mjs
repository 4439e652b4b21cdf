// Finds a program that tests need: by a variable of the environment, on the path; as root on Debian it installs the distribution's package.
import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(names, elsewhere) {
  const folders = (process.env.PATH ?? "").split(delimiter).concat("/usr/bin");
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .concat(elsewhere)
    .find(isProgram);
}

function mayInstall() {
  return process.platform === "linux" && process.getuid?.() === 0 && existsSync("/etc/debian_version");
}

function install(what, debian) {
  console.error(`${what} not found: installing Debian's package ${debian} (this is done once).`);
  const quiet = { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  execFileSync("apt-get", ["update", "-qq"], quiet);
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", debian], quiet);
}

/**
 * The program's path, or undefined with one line on stderr that says what to do.
 *
 * @param what its name for people; `variable` may name it; `names` on the path and `elsewhere`; `debian` is the package; `need` is the line
 */
export function findProgram({ what, variable, names, elsewhere = [], debian, need }) {
  const named = process.env[variable];
  if (named !== undefined && named !== "") {
    if (isProgram(named)) return named;
    console.error(`${variable} is ${named}, which is not a program that can be run.`);
    return undefined;
  }
  const found = onPath(names, elsewhere);
  if (found !== undefined) return found;
  if (mayInstall()) {
    try {
      install(what, debian);
    } catch {
      console.error(`Installing ${debian} failed. ${need}`);
      return undefined;
    }
    return onPath(names, elsewhere);
  }
  console.error(need);
  return undefined;
}
