/** `carom lab`: the browser lab, served to this machine until Ctrl-C. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { CommandFailure, DONE, NOT_COMPUTED } from "../failure.js";
import { ADDRESS, serveFolder } from "../static-server.js";

/** Resolves when the user ends it. */
export async function lab(firstPort: number): Promise<void> {
  const folder = labFolder();
  const { server, port } = await serveFolder(folder, firstPort);
  const address = `http://${ADDRESS}:${port}/`;
  process.stdout.write(`The lab is at ${address} (Ctrl-C ends it).\n`);
  if (process.stdout.isTTY && hasDisplay()) openBrowser(address);
  await new Promise<void>((ended) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, ended);
  });
  server.close();
  server.closeAllConnections();
  process.exitCode = DONE;
}

function labFolder(): string {
  const manifest = resolveLab();
  const folder = manifest === undefined ? undefined : join(dirname(manifest), "dist");
  if (folder === undefined || !existsSync(join(folder, "index.html")))
    throw new CommandFailure("the lab is not built: run npm run build first", NOT_COMPUTED);
  return folder;
}

function resolveLab(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve("@carom/lab/package.json");
  } catch {
    return undefined;
  }
}

function hasDisplay(): boolean {
  return process.platform === "darwin" || process.platform === "win32" || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Best effort: the address is on the screen anyway. */
function openBrowser(address: string): void {
  const [program, ...args] =
    process.platform === "darwin"
      ? ["open", address]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", "", address]
        : ["xdg-open", address];
  spawn(program!, args, { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}
