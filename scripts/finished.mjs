// Waits for a command beside others.
import { spawn } from "node:child_process";

/** Its status, and all it printed, in order. */
export function finished(command, args) {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], shell: process.platform === "win32" });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", (error) => done({ status: 1, output: `${output}${error.message}\n` }));
    child.on("close", (status) => done({ status: status ?? 1, output }));
  });
}
