/** A page of the lab in Chromium, with everything that went wrong in it. */
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { type ImpactResult, parseStudyText, type RunOptions, runStudy, type Study } from "carom/study";
import type { Browser, Page } from "playwright-core";
import { launch, repository, startLab } from "./chromium.js";

export interface Lab {
  readonly url: string;
  readonly browser: Browser;
  /** Messages of the console, errors of the page, and requests to anywhere else. */
  readonly problems: string[];
  /** A new page at an address of the lab. */
  open(hash?: string, viewport?: { width: number; height: number }): Promise<Page>;
  close(): Promise<void>;
}

export async function openLab(): Promise<Lab> {
  const [server, browser] = await Promise.all([startLab(), launch()]);
  const problems: string[] = [];
  return {
    url: server.url,
    browser,
    problems,
    open: async (hash = "", viewport = { width: 1440, height: 900 }) => {
      const page = await browser.newPage({ viewport });
      watch(page, server, problems);
      await page.goto(server.url + hash);
      return page;
    },
    close: async () => {
      await browser.close();
      server.process.kill();
    },
  };
}

/**
 * What Chromium says of drawing without a graphics card, of files that only a hand may open and of pictures that tests read back is no
 * message of the page.
 */
const isDriver = (text: string) =>
  /GL Driver Message|GPU stall|WebGL.*software|swiftshader|File chooser dialog|Canvas2D: Multiple readback/i.test(text);

function watch(page: Page, { url }: { readonly url: string; readonly process: ChildProcess }, problems: string[]): void {
  page.on("console", (message) => !isDriver(message.text()) && problems.push(`${page.url()}: ${message.text()}`));
  page.on("pageerror", (error) => problems.push(`${page.url()}: ${error}`));
  page.on(
    "request",
    (request) => !request.url().startsWith(url) && !request.url().startsWith("blob:") && problems.push(`asked for ${request.url()}`),
  );
}

export function example(name: string): Study {
  return parseStudyText(readFileSync(join(repository, "examples", `${name}.json`), "utf8"));
}

/** The result of a study that is one impact. */
export function runAsImpact(study: Study, options?: RunOptions): ImpactResult {
  if (study.kind !== "impact") throw new Error(`${study.title} is not one impact`);
  return runStudy(study, options);
}

/** The study that an address holds. */
export function studyIn(address: string): Study {
  const packed = new URLSearchParams(address.split("?")[1]).get("s");
  if (packed === null) throw new Error(`${address} holds no study`);
  return parseStudyText(inflateRawSync(Buffer.from(packed, "base64url")).toString("utf8"));
}

/** Middle of an element, px. */
export async function middle(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function dragTo(page: Page, selector: string, by: { x: number; y: number }, steps = 12): Promise<void> {
  const from = await middle(page, selector);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps });
  await page.mouse.up();
}

/** The numbers of an attribute, in full. */
export async function numbersOf(page: Page, selector: string, attribute: string): Promise<number[]> {
  const text = await page.locator(selector).getAttribute(attribute);
  return (text ?? "").split(" ").map(Number);
}

/**
 * Of all that the page holds, px; more than the window's makes it scroll sideways. Pictures follow the window a frame later: ask until it
 * holds.
 */
export function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}

/** Goes to another address of the lab without loading it again. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    window.location.hash = to;
  }, hash);
}

/** Share of the canvas of a soft body that is painted. */
export function paintedPart(page: Page): Promise<number> {
  return page.locator("canvas.solid").evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    let painted = 0;
    for (let at = 3; at < data.length; at += 4) if (data[at]! > 0) painted++;
    return painted / (data.length / 4);
  });
}
