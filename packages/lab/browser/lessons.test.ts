/** Lessons: told to the end by keyboard alone, each step from its own link, presented for the last row of a hall. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repository } from "./chromium.js";
import { goTo, type Lab, openLab } from "./lab-page.js";

const FOLDER = join(repository, "packages/lab/lessons");
const lessons = readdirSync(FOLDER).map((file) => {
  const { title, steps } = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as {
    title: string;
    steps: { title: string; say: string; ask?: { answer: number } }[];
  };
  return { name: file.slice(0, -".json".length), title, steps };
});

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await openLab();
  // Steps cut instead of playing.
  page = await lab.browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  page.on("pageerror", (error) => lab.problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && lab.problems.push(message.text()));
  await page.goto(lab.url);
});
afterAll(() => lab?.close());

/** Sentence of a step as the page has it: numbers in place of their names. */
function asPattern(say: string): RegExp {
  const escaped = say.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join("[\u2212\\d.]+(\u00a0\\S+( s)?)?")}$`);
}

const titleOf = (lesson: string, step: number) => titleIn(lessons.find(({ name }) => name === lesson)!.steps, step - 1);
const titleIn = (steps: (typeof lessons)[number]["steps"], i: number) => steps[i]!.title;

describe.each(lessons)("$title", ({ name, steps }) => {
  it("goes from its first step to its end by keys alone, and tells what was answered", async () => {
    await goTo(page, `#/tell/${name}`);
    for (const [i, { say, ask }] of steps.entries()) {
      await page.locator(`.lesson[data-step="${i + 1}"]`, { hasText: titleIn(steps, i) }).waitFor();
      expect(await page.locator("h1").textContent()).toMatch(asPattern(say));
      if (ask !== undefined) {
        await page.keyboard.press("1");
        await page.keyboard.press(" ");
        await page.locator('.lesson[data-revealed="true"]').waitFor();
        expect(await page.locator(".lesson-because").textContent()).toMatch(/^[A-Z0-9].*\.$/);
        expect(await page.locator(".lesson-choices label.right .number").textContent()).toBe(String(ask.answer));
        expect(await page.locator(".lesson-steps [aria-current] small").textContent()).toMatch(/^you said: /);
      }
      if (i + 1 < steps.length) await page.keyboard.press("ArrowRight");
    }
    expect(await page.getByText("Done: to the gallery").isVisible()).toBe(true);
    expect(lab.problems.splice(0)).toEqual([]);
  });
});

it("opens each step from its own link", async () => {
  for (const { name, steps } of lessons) {
    for (const [i, { say }] of steps.entries()) {
      await goTo(page, `#/tell/${name}?step=${i + 1}`);
      await page.locator(`.lesson[data-step="${i + 1}"]`, { hasText: titleIn(steps, i) }).waitFor();
      expect(await page.locator("h1").textContent()).toMatch(asPattern(say));
    }
    // With its picture and without complaints; the test of lessons looks at the others.
    await page.locator('.lesson[data-ready="true"]').waitFor();
    expect(await page.locator(".lesson-stage canvas, .lesson-stage .hodograph svg").count()).toBe(1);
    expect(await page.locator(".lesson-missing").allTextContents()).toEqual([]);
  }
  // The page computes its numbers; the test of the lessons holds them to what is written.
  await goTo(page, "#/tell/rod-turns-back?step=6");
  await expect.poll(() => page.locator(".lesson").getAttribute("data-facts"), { timeout: 10_000 }).toBe("4");
  expect(lab.problems.splice(0)).toEqual([]);
});

it("presents every step with letters of 16 px and more at 1920, and counts hands", { timeout: 180_000 }, async () => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const hashes = lessons.flatMap(({ name, steps }) => steps.map((_, i) => [name, i + 1] as const));
  for (const [name, step] of hashes) {
    await goTo(page, `#/tell/${name}?step=${step}&present=1`);
    await page.locator(`.lesson.present[data-step="${step}"][data-ready="true"]`, { hasText: titleOf(name, step) }).waitFor();
    const small = await page.evaluate(() => {
      const found: string[] = [];
      const walker = document.createTreeWalker(document.querySelector("main")!, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement!;
        const text = node.textContent!.trim();
        const style = getComputedStyle(element);
        if (
          text === "" ||
          element.closest("title, .lesson-steps, .lesson-ways, .lesson-count, legend") !== null ||
          style.visibility === "hidden"
        )
          continue;
        const box = element.closest<HTMLElement>(".lesson-scaled");
        const scale = box === null ? 1 : box.getBoundingClientRect().width / box.offsetWidth;
        if (Number.parseFloat(style.fontSize) * scale < 16) found.push(`${text}: ${style.fontSize} x ${scale}`);
      }
      return found;
    });
    expect(small, `${name}, step ${step}`).toEqual([]);
  }
  await goTo(page, "#/tell/rod-turns-back?step=2&present=1");
  await page.locator('.lesson.present[data-step="2"][data-ready="true"]').waitFor();
  for (const key of ["1", "2", "2"]) await page.keyboard.press(key);
  expect(await page.locator(".lesson-foot").textContent()).toContain("1: 1 2: 2");
  await page.keyboard.press("Escape");
  await page.locator(".top-bar").waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
});

it("is a verb of the bar: a study that a lesson is about opens it, any other is told by itself", async () => {
  await goTo(page, "#/impact?example=slip-reversing-rod");
  await page.getByRole("button", { name: "Tell" }).click();
  await page.locator('.lesson[data-step="1"]').waitFor();
  expect(page.url()).toContain("#/tell/rod-turns-back");
  await page.getByRole("button", { name: "Inspect" }).click();
  await page.locator(".inspector .knob").waitFor();
  await goTo(page, "#/run?example=sim-ball-bounce-and-roll");
  await page.locator(".timeline").waitFor();
  await page.keyboard.press("l");
  await page.locator('.lesson[data-ready="true"] canvas').waitFor();
  expect(page.url()).toContain("#/tell?example=sim-ball-bounce-and-roll");
  expect(lab.problems.splice(0)).toEqual([]);
});

it("opens the first lesson where no study is named", async () => {
  await goTo(page, "#/tell");
  await page.locator('.lesson[data-step="1"][data-ready="true"]').waitFor();
  expect(page.url()).toContain("#/tell/rod-turns-back");
  expect(lab.problems.splice(0)).toEqual([]);
});

it("says in a sentence that there is no such lesson, and takes a number by hand", async () => {
  await goTo(page, "#/tell/none");
  await page.getByText("There is no lesson none.").waitFor();
  lab.problems.splice(0);
  await goTo(page, "#/tell/rod-turns-back?step=4");
  await page.locator('.lesson[data-step="4"][data-ready="true"]').waitFor();
  const before = await page.locator(".plot[aria-label=Slip] .end-label").textContent();
  await page.locator(".lesson-tries input[type=range]").focus();
  for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.locator(".plot[aria-label=Slip] .end-label").textContent()).not.toBe(before);
  await expect.poll(() => page.locator(".lesson-marks").textContent()).toContain("0.620");
});
