// Finds Redis for the tests of the queue: REDIS_SERVER, then the usual names; as root on Debian it installs the distribution's package.
import { findProgram } from "./find-program.mjs";

/** The program's path, or undefined with one line on stderr that says what to do. */
export function findRedis() {
  return findProgram({
    what: "Redis",
    variable: "REDIS_SERVER",
    names: ["redis-server", "valkey-server"],
    debian: "redis-server",
    need: "The tests of the queue need Redis: install it (Debian: apt-get install redis-server) or set REDIS_SERVER to it.",
  });
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const path = findRedis();
  if (path === undefined) process.exit(1);
  console.log(path);
}
