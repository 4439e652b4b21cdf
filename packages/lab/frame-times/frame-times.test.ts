/** How much script a frame takes. Nothing else runs beside: what shares the machine shares its caches and its clock. */
import { deflateRawSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Lab, middle, openLab } from "../browser/lab-page.js";
import { scriptOfFrames } from "./traced-frames.js";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab?.close());

it("inspector: redraws while the start is dragged in at most 16 ms of script for 95 of 100 frames", async () => {
  const page = await lab.open("#/impact?example=icosahedron-tetrahedron");
  await page.locator(".knob").waitFor();
  await page.locator(".katex").waitFor();
  const at = await middle(page, ".knob .disc");
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  // The first frames compile.
  await page.mouse.move(at.x - 20, at.y + 10, { steps: 15 });
  const times = await scriptTimes(page, 60, "dragged", (frame) => page.mouse.move(at.x - 20 + 2 * frame, at.y + 10 + 1.3 * frame));
  await page.mouse.up();
  console.log(
    `drag to redraw: median ${percentile(times, 0.5).toFixed(1)} ms, 95 % below ${percentile(times, 0.95).toFixed(1)} ms of script`,
  );
  expect(percentile(times, 0.95)).toBeLessThanOrEqual(16);
  // Each of these frames has drawn anew.
  expect(percentile(times, 0.1)).toBeGreaterThan(1);
  await page.close();
});

it("player: plays the break with at most 8 ms of script for 95 of 100 frames and at most 150 draw calls", async () => {
  // Software draws every pixel here: a smaller window keeps the test short.
  const page = await lab.open("#/run?example=sim-break-follow", { width: 1000, height: 640 });
  await page.locator(".timeline").waitFor();
  const counted = await page.evaluate(() => {
    // Every draw call of WebGL, counted for one frame of play.
    const calls = { count: 0 };
    for (const prototype of [WebGL2RenderingContext.prototype]) {
      for (const name of ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"] as const) {
        const original = prototype[name] as (...args: unknown[]) => void;
        (prototype as unknown as Record<string, unknown>)[name] = function (this: unknown, ...args: unknown[]) {
          calls.count++;
          return original.apply(this, args);
        };
      }
    }
    (window as unknown as { drawCalls: typeof calls }).drawCalls = calls;
    return true;
  });
  expect(counted).toBe(true);
  // From the beginning: a slow machine must not measure a play that is over.
  const play = async () => {
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Play" }).click();
  };
  await play();
  const times = await scriptTimes(page, 20, "all", async () => {
    if ((await page.getByRole("button", { name: "Play" }).count()) > 0) await play();
  });
  await page.keyboard.press("Home");
  await play();
  const before = await page.evaluate(async () => {
    const { drawCalls } = window as unknown as { drawCalls: { count: number } };
    const from = drawCalls.count;
    let frames = 0;
    await new Promise<void>((done) => {
      const step = () => (++frames < 6 ? requestAnimationFrame(step) : done());
      requestAnimationFrame(step);
    });
    return (drawCalls.count - from) / (frames - 1);
  });
  const rate = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        let frames = 0;
        const from = performance.now();
        const step = () => (++frames < 10 ? requestAnimationFrame(step) : done((1000 * frames) / (performance.now() - from)));
        requestAnimationFrame(step);
      }),
  );
  await page.keyboard.press("Home");
  console.log(
    `player, break shot: median ${percentile(times, 0.5).toFixed(1)} ms, 95 % below ${percentile(times, 0.95).toFixed(1)} ms of script;`,
    `${before.toFixed(0)} draw calls; ${rate.toFixed(0)} frames/s in software`,
  );
  expect(percentile(times, 0.5)).toBeGreaterThan(0.2);
  expect(percentile(times, 0.95)).toBeLessThanOrEqual(8);
  expect(before).toBeGreaterThan(5);
  expect(before).toBeLessThanOrEqual(150);
});

/** Impacts of a run that are opened here; `node scripts/lab-impacts.mjs` opens all of all examples. */
const MOST_OPENED = 20;
/** Frames of a drag that are measured. */
const DRAGGED = 120;
/** Software draws few frames a second on a busy machine: what is measured is script. */
const SLOW = 150_000;

/** Balls in rows over a floor, a little apart, each thrown its own way. */
function balls(count: number, height: number): string {
  const bodies = Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `ball ${i + 1}`,
      {
        shape: { type: "sphere", radius: 0.05 },
        density: 1000,
        position: [0.15 * (i % 10), 0.15 * Math.floor(i / 10), 0.05 + height],
        velocity: [0.3 * Math.cos(i), 0.3 * Math.sin(i), 0],
      },
    ]),
  );
  const study = {
    carom: 1,
    kind: "simulation",
    title: `${count} balls`,
    duration: 1.5,
    bodies: { floor: { plane: { normal: [0, 0, 1] } }, ...bodies },
    material: { friction: 0.3, restitution: 0.6 },
  };
  return deflateRawSync(JSON.stringify(study)).toString("base64url");
}

it("player: plays 50 bodies with at most 8 ms of script for 95 of 100 frames", { timeout: SLOW }, async () => {
  const page = await lab.open(`#/run?s=${balls(50, 0.3)}`, { width: 1210, height: 640 });
  await page.locator(".player[data-impacts]").waitFor({ timeout: SLOW });
  const play = async () => {
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Play" }).click();
  };
  await play();
  const times = await scriptTimes(page, 12, "all", async () => {
    if ((await page.getByRole("button", { name: "Play" }).count()) > 0) await play();
  });
  console.log(
    `player, 50 bodies: median ${percentile(times, 0.5).toFixed(1)} ms, 95 % below ${percentile(times, 0.95).toFixed(1)} ms of script`,
  );
  expect(percentile(times, 0.95)).toBeLessThanOrEqual(8);
  await page.close();
});

it("builder: a hand that moves one of 20 bodies costs at most 8 ms of script for 95 of 100 frames", { timeout: SLOW }, async () => {
  const context = await lab.browser.newContext({ viewport: { width: 1210, height: 640 }, deviceScaleFactor: 0.5 });
  const page = await context.newPage();
  await page.goto(`${lab.url}#/build?s=${balls(20, 0.3)}`);
  await page.locator(".build[data-done=true]").waitFor({ timeout: SLOW });
  await page.getByRole("treeitem", { name: /ball 15/ }).click();
  await page.locator(".canvas-holder").hover();
  // The camera goes to it: it is in the middle of the picture.
  await page.keyboard.press(".");
  await page.waitForTimeout(500);
  const at = await middle(page, ".canvas-holder");
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  // The first frames compile.
  await page.mouse.move(at.x - 30, at.y + 10, { steps: 20 });
  const times = await scriptOfFrames(lab.browser, page, "carom-drag", () => movedEachFrame(page, at, DRAGGED));
  await page.mouse.move(at.x + 40, at.y + 10);
  await page.mouse.up();
  console.log(
    `builder, 20 bodies: median ${percentile(times, 0.5).toFixed(1)} ms, 95 % below ${percentile(times, 0.95).toFixed(1)} ms of script`,
  );
  // Each of these frames has moved the body.
  expect(times.length).toBeGreaterThan(0.9 * DRAGGED);
  expect(percentile(times, 0.1)).toBeGreaterThan(0.3);
  expect(percentile(times, 0.95)).toBeLessThanOrEqual(8);
  const place = () =>
    page.evaluate(() => {
      const { text } = JSON.parse(window.localStorage.getItem("carom-build") ?? "{}") as { text: string };
      return (JSON.parse(text) as { bodies: Record<string, { position: number[] }> }).bodies["ball 15"]!.position;
    });
  await expect.poll(async () => Math.hypot((await place())[0]! - 0.6, (await place())[1]! - 0.15)).toBeGreaterThan(0.02);
  await context.close();
});

/** A pointer that is held down moves once in each of so many frames: faster than from here, where a machine is busy. */
function movedEachFrame(page: Page, at: { readonly x: number; readonly y: number }, count: number): Promise<void> {
  return page.evaluate(
    ({ x, y, most }) =>
      new Promise<void>((done) => {
        const target = document.querySelector(".canvas-holder")!;
        let number = 0;
        const step = () => {
          if (number++ >= most) return done();
          const clientX = x - 30 + 80 * Math.sin(number / 25);
          const clientY = y + 10 + 12 * Math.cos(number / 17);
          target.dispatchEvent(new PointerEvent("pointermove", { pointerId: 1, isPrimary: true, bubbles: true, clientX, clientY }));
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    { ...at, most: count },
  );
}

it.each(["sim-phone-drop", "sim-break-follow"])(
  "player: opens impacts of %s within 50 ms of script each",
  { timeout: SLOW },
  async (example) => {
    const page = await lab.open(`#/run?example=${example}`, { width: 1210, height: 640 });
    await page.locator(".player[data-impacts]").waitFor();
    await page.getByRole("button", { name: "Next impact" }).waitFor();
    const impacts = Number(await page.locator(".player").getAttribute("data-impacts"));
    await page.keyboard.press("Home");
    // The first ones compile.
    for (let i = 0; i < 3; i++) await page.keyboard.press("]");
    await page.keyboard.press("Home");
    let unseen = 0;
    const times = await scriptTimes(page, Math.min(impacts, MOST_OPENED), "each", async () => {
      await page.keyboard.press("]");
      unseen += await outOfSight(page);
    });
    console.log(
      `${example}: ${times.length} impacts, median ${percentile(times, 0.5).toFixed(1)} ms, slowest ${percentile(times, 1).toFixed(1)} ms`,
    );
    expect(percentile(times, 1)).toBeLessThanOrEqual(50);
    expect(unseen).toBe(0);
    expect(await page.locator(".inspect-panel").getAttribute("data-selected")).toBe("impact");
    await page.close();
  },
);

/** 1 where the smallest of the bodies that strike is not in the picture, else 0. */
function outOfSight(page: Page): Promise<number> {
  return page.locator(".player .canvas-holder").evaluate((holder: HTMLElement) => {
    const [x = -1, y = -1] = (holder.dataset.lookedAt ?? "").split(" ").map(Number);
    return x > 0 && y > 0 && x < holder.clientWidth && y < holder.clientHeight ? 0 : 1;
  });
}

/**
 * Script time per frame, ms, ascending: time of the page's own thread while it ran JavaScript, whatever else the machine does. Where a slow
 * machine let several frames pass in one step, they share its time.
 * @param step one change that a frame answers
 * @param counted all frames, for what moves by itself; or those that redrew because something was dragged; or each step whole
 */
async function scriptTimes(
  page: Page,
  steps: number,
  counted: "all" | "dragged" | "each",
  step: (number: number) => Promise<void>,
): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const measured = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const script = 1000 * metrics.find(({ name }) => name === "ScriptDuration")!.value;
    const [all, dragged] = await page.evaluate(() => [
      (window as unknown as { labFrames: number }).labFrames,
      performance.getEntriesByName("carom-drag").length,
    ]);
    return { script, frames: counted === "all" ? all : dragged };
  };
  // What the page does by itself is counted by a script of its own; a drag counts itself.
  await page.evaluate((counting) => {
    const counter = window as unknown as { labFrames: number };
    counter.labFrames = 0;
    const count = () => {
      counter.labFrames++;
      requestAnimationFrame(count);
    };
    if (counting) requestAnimationFrame(count);
  }, counted === "all");
  const times: number[] = [];
  let before = await measured();
  for (let number = 0; number < steps; number++) {
    await step(number);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));
    const now = await measured();
    times.push((now.script - before.script) / (counted === "each" ? 1 : Math.max(1, now.frames - before.frames)));
    before = now;
  }
  await session.detach();
  return times.sort((a, b) => a - b);
}

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
