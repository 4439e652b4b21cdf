// The built lab as `carom lab` serves it, and a browser to look at it: for the scripts that take its pictures.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { findChromium } from "./find-chromium.mjs";
import { root } from "./source-files.mjs";

/** Its address, a browser, and how both end. @param flags of the browser, besides */
export async function servedLab(flags = []) {
  const lab = spawn(process.execPath, [join(root, "packages/cli/bin/carom.js"), "lab"], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((found, fail) => {
    let printed = "";
    lab.stdout.on("data", (chunk) => {
      printed += chunk;
      const address = /http:\/\/\S+/.exec(printed)?.[0];
      if (address !== undefined) found(address);
    });
    lab.on("exit", (code) => fail(new Error(`carom lab exited with ${code}`)));
  });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--enable-unsafe-swiftshader", ...flags],
  });
  const end = async () => {
    await browser.close();
    lab.removeAllListeners("exit");
    lab.kill();
  };
  return { url, browser, end };
}
