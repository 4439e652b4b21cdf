/** A fit of recordings that are dropped on the page: its study, the simulation it is based on and the measured motions. */
import { parseStudy, parseStudyText, runSimulation, runStudy, type SimulationStudy, type StudyOf } from "carom/study";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Lab, openLab } from "./lab-page.js";

const RATE = 100;
const TRUE_RESTITUTION = 0.62;
const BALL = {
  carom: 1,
  kind: "simulation",
  title: "A ball",
  duration: 0.5,
  bodies: { ball: { shape: { type: "sphere", radius: 0.02 }, mass: 0.05, position: [0, 0, 0.3] }, floor: { plane: { normal: [0, 0, 1] } } },
  contacts: [{ between: ["ball", "floor"], friction: 0.2, restitution: 0.8 }],
  output: { rate: RATE },
};

/** A film of the ball thrown with this speed along x, a fifth of a millimetre off here and there. */
function film(name: number, speed: number): string[] {
  const thrown = { ...BALL.bodies.ball, velocity: [speed, 0, 0] };
  const study = {
    ...BALL,
    bodies: { ...BALL.bodies, ball: thrown },
    contacts: [{ ...BALL.contacts[0], restitution: TRUE_RESTITUTION }],
  };
  const { series } = runSimulation(parseStudy(study) as SimulationStudy);
  const { position, velocity, angularVelocity, orientation } = series.bodies.ball!;
  return series.time.map((_, i) => {
    const [x, y, z, w] = orientation[i]!;
    const place = position[i]!.map((value, k) => value + 2e-4 * Math.sin(37 * i + 11 * k + 5 * name));
    return [name, i, ...place, w, x, y, z, ...velocity[i]!, ...angularVelocity[i]!].join(",");
  });
}

const FILMS = ["film,frame,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz", ...film(1, 0.4), ...film(2, -0.2)].join("\n");
const FIT = JSON.stringify({
  carom: 1,
  kind: "fit",
  title: "Two films of a ball",
  base: "ball.json",
  recordings: [{ file: "films.csv", group: "film", body: "ball", rate: RATE }],
  parameters: [{ path: "contacts[0].restitution", name: "restitution", from: 0.3, to: 0.95 }],
  search: { points: 8, starts: 1 },
});

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await openLab();
  page = await lab.open("#/", { width: 1210, height: 700 });
  await page.locator(".card").first().waitFor();
});
afterAll(() => lab?.close());

function drop(files: readonly (readonly [string, string])[]): Promise<void> {
  return page.evaluate((list) => {
    const data = new DataTransfer();
    for (const [name, text] of list) data.items.add(new File([text], name));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
  }, files);
}

it("shows each film measured and computed, what is left between them, and the number with its interval", async () => {
  await drop([
    ["fit.json", FIT],
    ["ball.json", JSON.stringify(BALL)],
    ["films.csv", FILMS],
  ]);
  await page.locator(".fit-view[data-done=true] .fit-panel").waitFor({ timeout: 50_000 });
  const files = new Map([
    ["ball.json", JSON.stringify(BALL)],
    ["films.csv", FILMS],
  ]);
  const { fit } = runStudy(parseStudyText(FIT, files) as StudyOf<"fit">);
  if (!("shown" in fit)) throw new Error("these are recordings");
  const [restitution] = fit.parameters;
  expect(Math.abs(restitution!.value - TRUE_RESTITUTION)).toBeLessThan(0.005);
  // The panel has the library's own number.
  expect(await page.locator(".fitted-number b").first().innerText()).toBe(restitution!.value.toFixed(4));
  const films = page.locator(".films button");
  expect(await films.allInnerTexts()).toEqual(fit.shown.map(({ id }) => expect.stringContaining(id)));
  expect(new Set(await films.allInnerTexts()).size).toBe(2);
  const marks = async () => (await page.locator(".fit-left svg circle").evaluateAll((all) => all.map((one) => one.outerHTML))).join("");
  const first = await marks();
  expect(await page.locator(".fit-left svg circle").count()).toBeGreaterThan(fit.shown[0]!.time.length);
  await films.nth(1).click();
  await expect.poll(marks).not.toBe(first);
  expect(await page.locator(".fit-left").innerText()).toContain("Across");
  expect(lab.problems).toEqual([]);
});

it("says which file is missing", async () => {
  await drop([
    ["fit.json", FIT],
    ["ball.json", JSON.stringify(BALL)],
  ]);
  await page.getByText("films.csv").first().waitFor({ timeout: 20_000 });
  expect(await page.locator("main").count()).toBe(1);
  expect(lab.problems).toEqual([]);
});
