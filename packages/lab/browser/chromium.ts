import { type ChildProcess, spawn } from "node:child_process";
import { createReadStream, existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";

const here = fileURLToPath(new URL(".", import.meta.url));
export const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** The system's Chromium, as found by scripts/find-chromium.mjs. */
export function launch(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  const quiet = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  return chromium.launch({ executablePath, args: quiet });
}

/** Starts `carom lab` and waits for the address it prints. */
export function startLab(): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, [join(repository, "packages/cli/bin/carom.js"), "lab"], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stdout.on("data", (chunk) => {
      printed += chunk;
      const url = printed.match(/http:\/\/\S+/)?.[0];
      if (url !== undefined) resolve({ url, process: child });
    });
    child.on("exit", (code) => reject(new Error(`carom lab exited with ${code}: ${printed}`)));
  });
}

/** Serves the compiled library as plain modules, and solve-many.js, so that the browser runs the very files that Node runs. */
export function serveLibrary(): Promise<{ url: string; server: Server }> {
  const folder = join(repository, "packages/carom/dist");
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const path = pathname === "/solve-many.js" ? join(here, pathname) : join(folder, pathname);
    if (request.url === "/") {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>library</title>");
    } else if ([folder, here].some((root) => path.startsWith(root)) && existsSync(path) && extname(path) === ".js") {
      response.writeHead(200, { "content-type": "text/javascript" });
      createReadStream(path).pipe(response);
    } else {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve({ url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`, server });
    });
  });
}
