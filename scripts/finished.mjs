// Waits for a command beside others.
import { spawn } from "node:child_process";

/** Its status, and all it printed, in order; `heard` is told every piece of that at once. It ends when this process does. */
export function finished(command, args, heard = () => {}, env = process.env) {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32", env });
    const end = () => child.kill();
    process.once("exit", end);
    let output = "";
    const hear = (text) => {
      output += text;
      heard(text);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", hear);
    child.on("error", (error) => done({ status: 1, output: `${output}${error.message}\n` }));
    child.on("close", (status) => {
      process.off("exit", end);
      done({ status: status ?? 1, output });
    });
  });
}
