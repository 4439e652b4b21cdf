/** The page that others may put into theirs: it works in a frame of another origin, and no other page does. */
import { createServer, type Server } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Lab, openLab } from "./lab-page.js";

let lab: Lab;
let server: Server;
let origin: string;
let page: Page;
beforeAll(async () => {
  lab = await openLab();
  // Another port is another origin.
  server = createServer((request, response) => {
    const framed = decodeURIComponent(request.url?.slice(2) ?? "");
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<!doctype html><title>Somebody's page</title><iframe title="framed" width="720" height="480" src="${framed}"></iframe>`);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  page = await lab.browser.newPage();
});
afterAll(async () => {
  await lab?.close();
  server?.close();
});

const framed = (address: string) => page.goto(`${origin}/?${encodeURIComponent(lab.url + address)}`);

it("shows a study in a frame of another origin, and speaks with the page around it", async () => {
  await page.addInitScript(() => {
    Object.assign(window, { heard: [] });
    window.addEventListener("message", ({ data }) => (window as unknown as { heard: unknown[] }).heard.push(data));
  });
  await framed("embed.html#example=sim-ball-to-rest&m=i2&parts=stage,time,say");
  const frame = page.frameLocator("iframe");
  await frame.locator('.embed[data-ready="true"] canvas').waitFor();
  await expect.poll(() => frame.locator("output").textContent()).toBe("0.903 s");
  expect(await frame.locator("h1").textContent()).toMatch(/impacts$/);
  await page.evaluate(() => document.querySelector("iframe")!.contentWindow!.postMessage({ carom: 1, do: "at", m: "0.3" }, "*"));
  await expect.poll(() => frame.locator("output").textContent()).toBe("0.300 s");
  const heard = await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard);
  expect(heard[heard.length - 1]).toMatchObject({ carom: 1, at: "0.3" });
  expect(await frame.getByText("Open in the lab").getAttribute("href")).toContain("#/run?example=sim-ball-to-rest&m=i2");
});

it("shows one impact too, and says in a sentence what it cannot show", async () => {
  await framed("embed.html#example=slip-reversing-rod&parts=stage");
  const frame = page.frameLocator("iframe");
  await frame.locator('.embed[data-ready="true"] canvas').waitFor();
  expect(await frame.locator("input").count()).toBe(0);
  for (const [address, words] of [
    ["embed.html#example=none", "There is no example none."],
    ["embed.html#s=!!", "it holds characters that no such link has"],
    ["embed.html#example=pickup-tomato", "A study of this kind opens in the lab, not here."],
  ] as const) {
    await framed("about:blank");
    await framed(address);
    await frame.getByText(words).waitFor();
  }
});

it("is the only page that can be framed", async () => {
  for (const address of ["", "index.html", "#/run?example=sim-ball-to-rest"]) {
    await framed(address);
    await page.waitForTimeout(300);
    expect(await page.frames()[1]!.evaluate(() => document.getElementById("root")?.childElementCount ?? 0)).toBe(0);
  }
  for (const [path, ancestors] of [
    ["embed.html", "frame-ancestors *"],
    ["index.html", "frame-ancestors 'none'"],
  ] as const) {
    const policy = (await fetch(lab.url + path)).headers.get("content-security-policy");
    expect(policy).toContain(ancestors);
    expect(policy).toContain("script-src 'self'");
  }
});
