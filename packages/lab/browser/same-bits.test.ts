import type { Server } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launch, repository, serveLibrary } from "./chromium.js";
import { differentiateMany, evaluateMany, hashMany, simulateBoth, solveMany } from "./solve-many.js";

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

it("gives identical bits in Node and in Chromium for 1,000 problems, every elementary function and results of every family", async () => {
  const here = `${pathToFileURL(join(repository, "packages/carom/dist"))}/`;
  const page = await browser.newPage();
  await page.goto(library.url);
  const inPage = (call: string) =>
    page.evaluate(`import("/solve-many.js").then(({ differentiateMany, evaluateMany, hashMany, simulateBoth, solveMany }) => ${call})`);
  const there = JSON.stringify(library.url);

  const rows = await solveMany(here, 1000);
  expect(rows).toHaveLength(2000);
  expect(rows.flat().every(Number.isFinite)).toBe(true);
  expect(await inPage(`solveMany(${there}, 1000)`)).toEqual(rows);
  expect(await inPage(`evaluateMany(${there})`)).toEqual(await evaluateMany(here));
  expect(await inPage(`hashMany(${there})`)).toEqual(await hashMany(here));
  const both = await simulateBoth(here);
  expect(both.stepped.map(({ bodies }) => bodies)).toEqual([["a", "b", "c"]]);
  expect(await inPage(`simulateBoth(${there})`)).toEqual(both);
  const derived = await differentiateMany(here);
  expect(derived.run.flat().filter((value) => value !== 0).length).toBeGreaterThan(40);
  expect([...derived.impacts, ...derived.run.flat()].every(Number.isFinite)).toBe(true);
  expect(await inPage(`differentiateMany(${there})`)).toEqual(derived);
});
