/** Building by hand: every gesture is one change of the text, and the text is never lost. */
import { parseStudyText, runSimulation, type SimulationStudy } from "carom/study";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { goTo, type Lab, openLab } from "./lab-page.js";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab?.close());
afterEach(() => expect(lab.problems.splice(0)).toEqual([]));

const SMALL = { width: 1210, height: 640 };
/** A busy machine takes its time. */
const SOON = { timeout: 10_000 };

/** The text as the page keeps it. */
async function textOf(page: Page): Promise<string> {
  const kept = await page.evaluate(() => window.localStorage.getItem("carom-build"));
  return kept === null ? "" : (JSON.parse(kept) as { text: string }).text;
}

const studyOf = async (page: Page) => parseStudyText(await textOf(page)) as SimulationStudy;

async function openEmpty(touch = false): Promise<Page> {
  // Software draws every pixel here: a quarter of them is enough.
  const viewport = touch ? { width: 390, height: 844 } : SMALL;
  const context = await lab.browser.newContext({ viewport, hasTouch: touch, deviceScaleFactor: 0.5 });
  const page = await context.newPage();
  page.on("pageerror", (error) => lab.problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && lab.problems.push(message.text()));
  await page.goto(`${lab.url}#/build`);
  await page.locator(".canvas-holder[data-ready=true]").waitFor();
  return page;
}

async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A ball on a ramp that was given a velocity along it, and the future that the library gives. */
async function expectThrownBall(page: Page): Promise<void> {
  await expect.poll(async () => Object.keys((await studyOf(page)).bodies), SOON).toEqual(["floor", "ramp", "ball"]);
  await expect.poll(async () => (await studyOf(page)).bodies.ball, SOON).toHaveProperty("velocity");
  const study = await studyOf(page);
  const ball = study.bodies.ball as { velocity: number[] };
  expect(Math.hypot(...ball.velocity)).toBeGreaterThan(0.05);
  expect(study.material).toEqual({ friction: 0.4, restitution: 0.5 });
  const impacts = runSimulation(study).events.filter(({ kind }) => kind === "impact").length;
  await expect.poll(() => page.locator(".build").getAttribute("data-done"), SOON).toBe("true");
  await expect.poll(() => page.locator(".build").getAttribute("data-impacts"), SOON).toBe(String(impacts));
}

describe("a ball, a ramp and a velocity without JSON", () => {
  it("by mouse", async () => {
    const page = await openEmpty();
    const pull = async (piece: string, x: number, y: number) => {
      const from = await middleOf(page, `[data-piece=${piece}]`);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(x, y, { steps: 4 });
      await page.mouse.up();
    };
    const stage = await middleOf(page, ".canvas-holder");
    await pull("ramp", stage.x, stage.y + 30);
    const knob = await middleOf(page, "[data-handle=turn] .core");
    // Onto the ramp, near its upper end, which the slope's knob marks.
    await pull("ball", knob.x + 60, knob.y + 30);
    const arrow = await middleOf(page, "[data-handle=velocity] .core");
    await page.mouse.move(arrow.x, arrow.y);
    await page.mouse.down();
    await page.mouse.move(arrow.x + 60, arrow.y + 25, { steps: 5 });
    await page.mouse.up();
    await expectThrownBall(page);
    // It lies on the ramp: the run begins without a flight.
    expect(await page.locator(".build-panel").innerText()).toContain("touches ramp");
    await page.context().close();
  });

  it("by keyboard", async () => {
    const page = await openEmpty();
    for (const key of ["a", "p", "a", "b", "v"]) await page.keyboard.press(key);
    for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+ArrowRight");
    await expectThrownBall(page);
    await page.context().close();
  });

  it("by touch", async () => {
    const page = await openEmpty(true);
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number, y?: number) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined || y === undefined ? [] : [{ x, y }] });
    await page.locator("[data-piece=ramp]").scrollIntoViewIfNeeded();
    await page.locator("[data-piece=ramp]").tap();
    await page.locator("[data-piece=ball]").scrollIntoViewIfNeeded();
    await page.locator("[data-piece=ball]").tap();
    const arrow = await middleOf(page, "[data-handle=velocity] .core");
    await touch("touchStart", arrow.x, arrow.y);
    for (const part of [0.3, 0.6, 1]) await touch("touchMove", arrow.x + 40 * part, arrow.y + 16 * part);
    await touch("touchEnd");
    await expectThrownBall(page);
    await page.context().close();
  });
});

/** A generator of its own: the same gestures every time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (1664525 * state + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

it("keeps the study through a hundred random gestures, a reload, and every step back", { timeout: 180_000 }, async () => {
  const page = await openEmpty();
  const random = seeded(26);
  const texts = [await textOf(page)];
  const letters = ["b", "x", "r", "c", "y", "p", "h", "m"];
  const gestures: (() => Promise<void>)[] = [
    async () => {
      await page.keyboard.press("a");
      await page.keyboard.press(letters[Math.floor(random() * letters.length)]);
    },
    async () => page.keyboard.press(["ArrowLeft", "ArrowUp", "Shift+ArrowRight", "Alt+ArrowUp", "]", "Shift+["][Math.floor(random() * 6)]),
    async () => page.keyboard.press("n"),
    async () => page.keyboard.press(["Control+d", "Control+z", "Control+Shift+z", "r", "q"][Math.floor(random() * 5)]),
    async () => {
      const knobs = page.locator(".build-overlay .knob");
      const count = await knobs.count();
      if (count === 0) return;
      const box = await knobs
        .nth(Math.floor(random() * count))
        .boundingBox({ timeout: 500 })
        .catch(() => null);
      if (box === null) return;
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + 160 * (random() - 0.5), box.y + 120 * (random() - 0.5), { steps: 2 });
      if (random() < 0.2) await page.keyboard.press("Escape");
      await page.mouse.up();
    },
    async () => {
      const stage = await middleOf(page, ".canvas-holder");
      await page.mouse.move(stage.x + 200 * (random() - 0.5), stage.y + 100 * (random() - 0.5));
      await page.mouse.down();
      await page.mouse.move(stage.x + 300 * (random() - 0.5), stage.y + 150 * (random() - 0.5), { steps: 2 });
      await page.mouse.up();
    },
  ];
  for (let count = 0; count < 100; count++) await gestures[Math.floor(random() * gestures.length)]();
  await page.waitForTimeout(300);
  const last = await textOf(page);
  expect(parseStudyText(last).kind).toBe("simulation");
  expect(Object.keys((parseStudyText(last) as SimulationStudy).bodies).length).toBeGreaterThan(3);
  texts.push(last);

  await page.reload();
  await page.locator(".canvas-holder[data-ready=true]").waitFor();
  const rows = await page.locator(".build-tree [data-row]").count();
  expect(rows).toBe(Object.keys((parseStudyText(last) as SimulationStudy).bodies).length + 2);

  // One step back and forth again is the same text; all steps back are the empty floor.
  await page.keyboard.press("Control+z");
  await expect.poll(() => textOf(page), SOON).not.toBe(last);
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(() => textOf(page), SOON).toBe(last);
  await page.evaluate(() => {
    for (let i = 0; i < 120; i++) window.dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true }));
  });
  await expect.poll(async () => Object.keys((await studyOf(page)).bodies), SOON).toEqual(["floor"]);
  expect((await textOf(page)).includes("material")).toBe(false);
  await page.context().close();
});

it("opens an example with its own text, changes only what the hand changed, and hands it to the player", async () => {
  const page = await lab.open("#/build?example=sim-incline-slip", SMALL);
  await page.locator(".canvas-holder[data-ready=true]").waitFor();
  const before = await (await fetch(`${lab.url}examples/sim-incline-slip.json`)).text();
  await page.getByLabel("velocity x").fill("10 cm/s");
  await page.keyboard.press("Enter");
  await expect.poll(() => textOf(page), SOON).toContain('"velocity": [0.1, 0, 0]');
  const after = await textOf(page);
  const added = after.split("\n").filter((line) => !before.split("\n").includes(line));
  expect(added.map((line) => line.trim())).toEqual([
    '"orientation": [0, 0.14943813247359922, 0, 0.9887710779360422],',
    '"velocity": [0.1, 0, 0]',
  ]);
  await page.keyboard.press("Control+z");
  await expect.poll(() => textOf(page), SOON).toBe(before);
  await page.keyboard.press("i");
  await page.locator(".timeline").waitFor();
  await page.close();
});

it("says where bodies are inside each other, and keeps what was typed wrong out of the study", async () => {
  const page = await openEmpty();
  await page.keyboard.press("a");
  await page.keyboard.press("b");
  await page.getByLabel("position z").fill("3 cm");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".build-panel").innerText(), SOON).toContain("inside floor by 20 mm");
  await expect.poll(() => page.locator("h1").innerText(), SOON).toContain("cannot begin");
  await page.getByLabel("radius").fill("-4 mm");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".field-message").innerText(), SOON).toContain("more than 0");
  await expect
    .poll(async () => (await studyOf(page)).bodies.ball, SOON)
    .toMatchObject({ shape: { radius: 0.05 }, position: [expect.any(Number), expect.any(Number), 0.03] });
  await goTo(page, "#/");
  await page.locator(".card").first().waitFor();
  await page.context().close();
});
