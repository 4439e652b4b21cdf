import type { Server } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launch, repository, serveLibrary } from "./chromium.js";

/** Solves problems of every family by two methods and returns every number, at full precision. Runs in Node and, as text, in the browser. */
async function solveMany(base: string, count: number): Promise<number[][]> {
  const slip = await import(/* @vite-ignore */ `${base}impact/slip/index.js`);
  const contact = slip.createSlipContact();
  const path = slip.createSlipPath();
  const rows: number[][] = [];
  const random = slip.createRandom(7);
  for (let i = 0; i < count; i++) {
    slip.problemFamilies[i % slip.problemFamilies.length].draw(random, contact);
    for (const follow of [slip.followSlipBySeries, slip.followSlipByTaylor]) {
      follow(contact, path);
      rows.push([...path.numbers.subarray(0, path.count * 8), path.state.restitutionLoss]);
    }
  }
  return rows;
}

/** The elementary functions over a wide range of arguments. */
async function evaluateMany(base: string): Promise<number[]> {
  const elementary = await import(/* @vite-ignore */ `${base}math/elementary.js`);
  const values: number[] = [];
  for (const name of Object.keys(elementary).sort()) {
    for (let i = 1; i <= 400; i++) {
      const x = (i % 2 === 0 ? 1 : -1) * i * i * 1e-3;
      const value = elementary[name](x, 0.37 * i);
      values.push(Number.isNaN(value) ? -1 : value);
    }
  }
  return values;
}

let browser: Browser;
let library: { url: string; server: Server };

beforeAll(async () => {
  browser = await launch();
  library = await serveLibrary();
});

afterAll(async () => {
  await browser?.close();
  library?.server.close();
});

it("gives identical bits in Node and in Chromium for 1,000 problems and every elementary function", async () => {
  const here = `${pathToFileURL(join(repository, "packages/carom/dist"))}/`;
  const page = await browser.newPage();
  await page.goto(library.url);
  const inPage = <T>(work: (...args: never[]) => Promise<T>, ...args: unknown[]) =>
    page.evaluate(`(${work.toString()})(${[library.url, ...args].map((arg) => JSON.stringify(arg)).join(", ")})`) as Promise<T>;

  const rows = await solveMany(here, 1000);
  expect(rows).toHaveLength(2000);
  expect(rows.flat().every(Number.isFinite)).toBe(true);
  expect(await inPage(solveMany, 1000)).toEqual(rows);
  expect(await inPage(evaluateMany)).toEqual(await evaluateMany(here));
});
