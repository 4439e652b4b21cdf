import { parseStudy, runSimulation, type SimulationStudy } from "carom/study";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { example, goTo, type Lab, numbersOf, openLab, runAsImpact, studyIn, widthOf } from "./lab-page.js";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await openLab();
  // Software draws every pixel here: a smaller window keeps the test short.
  page = await lab.open("#/run?example=sim-break-follow", { width: 1000, height: 640 });
});
afterAll(() => lab?.close());

const attribute = async (name: string) => Number(await page.locator(".player").getAttribute(name));
const clock = () => page.locator(".clock").innerText();

describe("the player", () => {
  it("has the impacts of the library", async () => {
    await page.locator(".timeline").waitFor();
    const { events, time } = runSimulation(example("sim-break-follow") as SimulationStudy);
    expect(await attribute("data-impacts")).toBe(events.filter(({ kind }) => kind === "impact").length);
    expect(await attribute("data-end")).toBe(time);
    // Its hardest impact is of several balls: the worker solves it, and time opens once that has come.
    await page.locator(".inside .bar.slip").first().waitFor();
    expect(await page.locator(".open-ground").count()).toBe(1);
  });

  it("steps from impact to impact, opens them, and hands one to the inspector with the numbers of the run", async () => {
    await goTo(page, "#/run?example=sim-phone-drop");
    await page.locator(".title", { hasText: example("sim-phone-drop").title }).waitFor();
    await page.locator(".timeline").waitFor();
    const result = runSimulation(example("sim-phone-drop") as SimulationStudy);
    const impacts = result.events.filter((event) => event.kind === "impact");
    await page.keyboard.press("Home");
    expect(await clock()).toBe("0.0000 s");
    await page.getByRole("button", { name: "Next impact" }).click();
    await expect.poll(clock).toBe(`${impacts[0].time.toFixed(4)} s + 56 % of impact 1`);
    await page.keyboard.press("]");
    await expect.poll(clock).toContain("impact 2");
    expect(await page.locator(".open-ground").count()).toBe(1);
    await page.getByRole("button", { name: "Inspect impact 2" }).click();
    await page.locator(".inspector").waitFor();
    const study = parseStudy(studyIn(page.url()));
    const shown = await numbersOf(page, ".inspector", "data-impulse");
    expect(shown).toEqual(runAsImpact(study).outcome.impulse);
    expect(shown).toEqual([...impacts[1].contacts[0].impulse]);
    await page.goBack();
    await page.locator(".timeline").waitFor();
  });

  it("opens an impact that is pressed, closes it again, and goes to the inspector by a double press, with its bodies", async () => {
    const ticks = () =>
      page.locator(".impact-tick").evaluateAll((rows) =>
        rows.flatMap((row) => {
          const { x, y } = row.closest("svg")!.getBoundingClientRect();
          const drawn = row.getAttribute("d")!.matchAll(/M([\d.]+),([\d.]+)v([\d.]+)/g);
          return [...drawn].map(([, left, top, height]) => ({ x: x + Number(left), y: y + Number(top) + Number(height) / 2 }));
        }),
      );
    await page.keyboard.press("o");
    await expect.poll(() => page.locator(".open-ground").count()).toBe(0);
    const [first] = await ticks();
    await page.mouse.click(first!.x, first!.y);
    await expect.poll(() => page.locator(".open-ground").count()).toBe(1);
    expect(page.url()).toMatch(/event=\d+/);
    const left = (await page.locator(".open-ground").boundingBox())!.x;
    await page.waitForTimeout(450);
    await page.mouse.click(left + 1, first!.y);
    await expect.poll(() => page.locator(".open-ground").count()).toBe(0);
    await page.waitForTimeout(450);
    await page.mouse.dblclick(first!.x, first!.y);
    await page.locator(".inspector .canvas-holder canvas").waitFor();
    expect(await page.locator(".stage .corner.top").innerText()).toBe("phone");
    await page.goBack();
    await page.locator(".timeline").waitFor();
  });

  it("hands an impact of several contacts on with its bodies and their names", async () => {
    await goTo(page, "#/run?example=sim-break-follow&event=1");
    await page.locator(".inside .bar.slip").first().waitFor();
    await page.getByRole("button", { name: /^Inspect impact 1/ }).click();
    await page.locator(".many[data-impulse]").waitFor();
    await expect.poll(() => page.locator(".graph-body circle").count()).toBe(10);
    const balls = await page.locator(".graph-body circle").evaluateAll((list) => list.map((ball) => Number(ball.getAttribute("r"))));
    expect(Math.max(...balls) - Math.min(...balls)).toBeLessThan(1e-6 * balls[0]!);
    expect(await page.locator(".graph-body text").first().textContent()).toBe("cue");
    const problem = (studyIn(page.url()) as { contacts: readonly unknown[] }).contacts.length;
    expect(await page.locator(".contact-row").count()).toBe(problem);
    expect(await page.locator(".contact-row .row-name").first().textContent()).toBe("cue on ball 1");
    await page.goBack();
    await page.locator(".timeline").waitFor();
  });

  it("shows no push before it has happened", async () => {
    await goTo(page, "#/run?example=sim-drop-force");
    await page.locator(".title", { hasText: example("sim-drop-force").title }).waitFor();
    await page.locator(".player[data-end]").waitFor();
    const force = () => page.locator(".scene-words .force:not([hidden])").count();
    await expect.poll(force).toBe(1);
    await page.keyboard.press("o");
    await page.keyboard.press("Home");
    await expect.poll(force).toBe(0);
    await goTo(page, "#/run?example=sim-phone-drop");
    await page.locator(".title", { hasText: example("sim-phone-drop").title }).waitFor();
    await page.locator(".timeline").waitFor();
  });

  it("asks what if: a copy of the impact changes, the run stays, and the copy opens wide", async () => {
    await goTo(page, "#/run?example=sim-phone-drop&event=2&sel=impact:2");
    await page.getByRole("button", { name: "What if" }).click();
    const kept = () => page.locator(".what-if-numbers tr").nth(1).locator("td").allInnerTexts();
    const [run, then] = await kept();
    expect(then).toBe(run);
    await page.locator(".what-if").getByLabel("Restitution").fill("0.9");
    await expect.poll(async () => (await kept())[0]).toBe(run);
    expect((await kept())[1]).not.toBe(run);
    await page.getByRole("button", { name: "Open the copy wide" }).click();
    await page.locator(".inspector .canvas-holder canvas").waitFor();
    expect(studyIn(page.url())).toMatchObject({ contacts: [{ restitution: 0.9 }], title: expect.stringMatching(/impact 2$/) });
    await page.goBack();
    await page.locator(".timeline").waitFor();
  });

  it("opens at the impact that its address names, and follows another", async () => {
    const impacts = runSimulation(example("sim-phone-drop") as SimulationStudy).events.filter(({ kind }) => kind === "impact");
    await goTo(page, "#/");
    await goTo(page, "#/run?example=sim-phone-drop&event=7");
    await expect.poll(clock).toBe(`${impacts[6]!.time.toFixed(4)} s + 56 % of impact 7`);
    await goTo(page, "#/run?example=sim-phone-drop&event=3");
    await expect.poll(clock).toBe(`${impacts[2]!.time.toFixed(4)} s + 56 % of impact 3`);
  });

  it("comes nearer with the wheel and shows every contact in a row of its own", async () => {
    await goTo(page, "#/run?example=sim-break-follow");
    await page.locator(".title", { hasText: example("sim-break-follow").title }).waitFor();
    await page.locator(".timeline").waitFor();
    await expect.poll(() => page.locator(".rail-line").count()).toBeGreaterThan(20);
    expect(await page.getByText(/and \d+ more/).count()).toBe(0);
    const holder = page.locator(".player-stage .canvas-holder");
    const seen = () => holder.locator("canvas").screenshot();
    const before = await seen();
    const { x, y, width, height } = (await holder.boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.mouse.wheel(0, -400);
    await expect.poll(async () => (await seen()).equals(before)).toBe(false);
    await goTo(page, "#/run?example=sim-phone-drop");
    await page.locator(".title", { hasText: example("sim-phone-drop").title }).waitFor();
    await page.locator(".timeline").waitFor();
  });

  it("steps from impact to impact for those who want no motion", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Play" }).click();
    await expect.poll(clock).toContain("of impact 1");
    await page.getByRole("button", { name: "Play" }).click();
    await expect.poll(clock).toContain("of impact 2");
    await page.emulateMedia({ reducedMotion: "no-preference" });
  });

  it("is scrubbed by hand", async () => {
    const box = (await page.locator(".timeline").boundingBox())!;
    await page.mouse.move(box.x + 300, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 200, box.y + 200, { steps: 4 });
    const early = Number.parseFloat(await clock());
    await page.mouse.move(box.x + box.width - 140, box.y + 200, { steps: 4 });
    await page.mouse.up();
    const late = Number.parseFloat(await clock());
    expect(early).toBeLessThan(late);
    expect(late).toBeCloseTo(await attribute("data-end"), 1);
    expect(Number(await page.locator(".clock").getAttribute("aria-valuenow"))).toBeCloseTo(late, 4);
  });

  it("cancels a long run at once, keeps what there is and says so", async () => {
    const long = { ...(example("sim-cradle") as SimulationStudy), duration: 600, published: undefined };
    await page.evaluate(async (study) => {
      const text = JSON.stringify(study);
      const file = new File([text], "long.json", { type: "application/json" });
      const data = new DataTransfer();
      data.items.add(file);
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    }, long);
    await page.getByRole("button", { name: /Cancel/ }).waitFor();
    await page.waitForFunction(() => /impact [1-9]/.test(document.querySelector(".run-progress p")?.textContent ?? ""));
    await page.keyboard.press("Escape");
    await page.getByText(/^Cancelled/).waitFor();
    expect(await page.getByRole("button", { name: /Cancel/ }).count()).toBe(0);
  });

  it("shows the neighbouring motion that the derivatives tell, and only where a run has some", async () => {
    await goTo(page, "#/run?example=sim-derivatives-bounce");
    await page.locator(".title", { hasText: example("sim-derivatives-bounce").title }).waitFor();
    await page.locator(".timeline").waitFor();
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByRole("menuitemradio", { name: /neighbour by contacts\[0\]\.restitution/ }).click();
    const words = page.locator(".neighbour-words");
    await expect.poll(() => words.innerText(), { timeout: 20_000 }).toMatch(/contacts\[0\]\.restitution 0\.7 \+ 0\.\d+/);
    await page.keyboard.press("End");
    await page.locator(".scene-words .ghost", { hasText: "neighbour" }).waitFor();
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByRole("menuitemradio", { name: /neighbour by contacts\[0\]\.restitution/ }).click();
    await expect.poll(() => words.count()).toBe(0);
    await expect.poll(() => page.locator(".scene-words .ghost:visible").count()).toBe(0);
  });

  it("fits a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await goTo(page, "#/run?example=sim-phone-drop");
    await page.locator(".timeline").waitFor();
    await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(390);
  });

  it("reports no error", () => {
    expect(lab.problems).toEqual([]);
  });
});
