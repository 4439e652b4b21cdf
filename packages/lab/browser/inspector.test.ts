import { chooseLaw, type ImpactStudy, type Study } from "carom/study";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dragTo, example, goTo, type Lab, numbersOf, openLab, runAsImpact, studyIn, widthOf } from "./lab-page.js";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await openLab();
  page = await lab.open();
});
afterAll(() => lab?.close());

/**
 * What the page shows is what the library returns for the study in its address, to the last bit. The address follows the page after a
 * moment.
 */
async function expectLibraryNumbers(): Promise<Study> {
  const shown = () => numbersOf(page, ".inspector", "data-impulse");
  await expect
    .poll(async () => runAsImpact(studyIn(page.url())).outcome.impulse.join(" "), { timeout: 5000 })
    .toBe((await shown()).join(" "));
  const study = studyIn(page.url());
  const { outcome } = runAsImpact(study);
  expect(await numbersOf(page, ".inspector", "data-velocity")).toEqual(outcome.velocity);
  return study;
}

async function inspectExample(name: string, more = ""): Promise<void> {
  await goTo(page, `#/impact?example=${name}${more}`);
  // Not the same study as it was changed before.
  const { impulse } = runAsImpact(example(name)).outcome;
  await expect.poll(() => numbersOf(page, ".inspector", "data-impulse")).toEqual(impulse);
  await page.locator(".knob").waitFor();
}

it("leads a newcomer in two clicks to a friction control with numbers and pictures that change", async () => {
  await page.getByRole("link", { name: "Open this impact" }).click();
  const friction = page.getByRole("slider", { name: /Friction/ });
  await friction.waitFor();
  expect(await page.locator("h1").innerText()).toBe("It slips, stops during compression, then slips back.");
  const picture = () => page.locator(".band.kinetic").getAttribute("d");
  const before = await picture();
  const box = (await friction.boundingBox())!;
  await page.mouse.click(box.x + box.width * 0.75, box.y + box.height / 2);
  await expect.poll(() => page.locator("h1").innerText()).toBe("It slips, stops during compression, then sticks.");
  expect(await picture()).not.toBe(before);
  const { contacts } = (await expectLibraryNumbers()) as ImpactStudy;
  expect(contacts[0].friction).toBeGreaterThan(0.8);
});

describe("the inspector", () => {
  it("shows the printed numbers of the first worked example", async () => {
    await inspectExample("icosahedron-tetrahedron");
    expect(await page.locator("h1").innerText()).toBe("It slips, stops after compression, then sticks.");
    expect(await page.locator(".view-sentence").innerText()).toContain(
      "Friction takes 90\u202f% of the contact’s energy, restitution 1\u202f%; 9\u202f% is kept.",
    );
    expect(await page.locator(".slider .tick-words").first().innerText()).toBe("sticks above 0.316");
    expect(await page.locator(".ray").count()).toBe(2);
    expect(await page.locator("[data-law=newton]").innerText()).toMatch(/makes 3\.0\s%/);
    // The same as a table, with the events of the library.
    await page.keyboard.press("d");
    const impulses = await page.locator(".data-table tbody td:first-child").allInnerTexts();
    const { events } = runAsImpact(example("icosahedron-tetrahedron")).outcome;
    expect(impulses.slice(1).map(Number)).toEqual(events.map(({ normalImpulse }) => Number(normalImpulse.toPrecision(4))));
    await page.keyboard.press("d");
  });

  it("redraws while the start is dragged, with the library's numbers", async () => {
    await inspectExample("icosahedron-tetrahedron");
    await dragTo(page, ".knob .disc", { x: 100, y: 90 });
    const study = await expectLibraryNumbers();
    const from = runAsImpact(example("icosahedron-tetrahedron")).problem.velocity;
    const to = runAsImpact(study).problem.velocity;
    expect(to[0]).toBeGreaterThan(from[0]);
    expect(to[1]).toBeLessThan(from[1]);
    expect(to[2]).toBeCloseTo(from[2], 12);
    const text = (value: number) => value.toFixed(3).replace("-", "\u2212");
    expect(await page.getByTestId("start").innerText()).toBe(`${text(to[0])}, ${text(to[1])}`);
  });

  it("takes a change back and does it again", async () => {
    await inspectExample("slip-reversing-rod");
    const first = await numbersOf(page, ".inspector", "data-impulse");
    await dragTo(page, ".knob .disc", { x: -40, y: 30 });
    const dragged = await expectLibraryNumbers();
    const changed = await numbersOf(page, ".inspector", "data-impulse");
    expect(changed).not.toEqual(first);
    await page.keyboard.press("Control+z");
    await expect.poll(() => numbersOf(page, ".inspector", "data-impulse")).toEqual(first);
    expect(await expectLibraryNumbers()).toEqual({ ...example("slip-reversing-rod") });
    await page.getByRole("button", { name: "Do it again" }).click();
    await expect.poll(() => numbersOf(page, ".inspector", "data-impulse")).toEqual(changed);
    expect(await expectLibraryNumbers()).toEqual(dragged);
  });

  it("shows an example anew that is opened again before the address has followed a change", async () => {
    await inspectExample("icosahedron-tetrahedron");
    await dragTo(page, ".knob .disc", { x: 60, y: 40 });
    await inspectExample("icosahedron-tetrahedron", "&p=0.4");
    expect(page.url()).toContain("example=icosahedron-tetrahedron");
  });

  it("moves the start and the cursor from the keyboard", async () => {
    await inspectExample("icosahedron-tetrahedron", "&p=0.5");
    await page.getByRole("slider", { name: "Sliding velocity at the start" }).focus();
    const before = runAsImpact(example("icosahedron-tetrahedron")).problem.velocity;
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowUp");
    await expect.poll(() => runAsImpact(studyIn(page.url())).problem.velocity[1], { timeout: 5000 }).toBeCloseTo(before[1] + 0.1, 12);
    const { problem, outcome } = runAsImpact(studyIn(page.url()));
    expect(problem.velocity[0]).toBeCloseTo(before[0] + 0.01, 12);
    const cursor = page.getByRole("slider", { name: /Cursor/ });
    await cursor.focus();
    await page.keyboard.press("Home");
    expect(Number(await cursor.getAttribute("aria-valuenow"))).toBe(0);
    // To the next event, the end of compression.
    await page.keyboard.press("Shift+ArrowRight");
    const turn = outcome.events.find(({ kind }) => kind === "compression-end")!.normalImpulse;
    expect(Number(await cursor.getAttribute("aria-valuenow"))).toBeCloseTo(turn, 12);
  });

  it("switches and adds laws", async () => {
    await inspectExample("compliant-ball");
    await page.locator("[data-law=compliant].chosen").waitFor();
    expect(await page.getByRole("slider", { name: /Stiffness/ }).count()).toBe(1);
    await page.getByRole("button", { name: /^Law:/ }).click();
    await page.getByRole("menuitemradio", { name: /^newton/ }).click();
    await page.locator("[data-law=newton].chosen").waitFor();
    const { impulse } = runAsImpact(chooseLaw(example("compliant-ball"), { law: "newton" })).outcome;
    expect(await numbersOf(page, ".inspector", "data-impulse")).toEqual(impulse);
    await page.getByRole("button", { name: "add or take away a law" }).click();
    // Laws are brought when they are asked for: the list tells which do not serve once it has them.
    await page.locator(".law-list li", { hasText: "not here" }).first().waitFor();
    await page.locator(".law-list label", { hasText: "Poisson" }).click();
    await page.locator("[data-law=poisson]").waitFor({ state: "detached" });
  });

  it("draws a mechanism of a plane and says that Newton's rule makes energy", async () => {
    await inspectExample("newton-gains-44-percent");
    expect(await page.locator(".view-sentence").innerText()).toContain("Newton leaves the bodies with 44.2 % more energy than they had");
    await dragTo(page, ".knob .disc", { x: -40, y: 10 });
    await expectLibraryNumbers();
  });

  it("draws what a law makes from nothing above 100 %, and nothing there for one that makes none", async () => {
    await inspectExample("newton-gains-8-percent");
    expect(await page.locator(".plot .end-label.created-text").textContent()).toMatch(/^makes 18\.1\s%$/);
    const made = (await page.locator(".band.made").boundingBox())!;
    const hundred = (await page.locator(".hundred").boundingBox())!;
    expect(made.height).toBeGreaterThan(8);
    expect(made.y + made.height).toBeLessThan(hundred.y + 3);
    await inspectExample("slip-reversing-rod");
    expect(await page.locator(".band.made").count()).toBe(0);
  });

  it("fits a phone, with one panel at a time", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await inspectExample("slip-reversing-rod");
    for (const tab of ["Energy", "Motion", "Laws", "Bodies", "Inputs"]) {
      await page.getByRole("tab", { name: tab }).click();
      await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(390);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("leaves a change behind when the user goes elsewhere before the address has followed", async () => {
    const elsewhere = await lab.open("#/impact?example=slip-reversing-rod");
    await elsewhere.locator(".knob").waitFor();
    // The study is packed for the address, and held back until the user has gone, in the same instant.
    await elsewhere.evaluate(() => {
      const bytes = Response.prototype.arrayBuffer;
      Response.prototype.arrayBuffer = async function () {
        const packed = await bytes.call(this);
        await new Promise<void>((resolve) => {
          Object.assign(window, { goOn: resolve });
        });
        return packed;
      };
    });
    await dragTo(elsewhere, ".knob .disc", { x: -30, y: 10 });
    await elsewhere.waitForFunction(() => "goOn" in window);
    await elsewhere.evaluate(() => {
      window.location.hash = "#/many?example=cradle-first-collision";
      (window as unknown as { goOn: () => void }).goOn();
    });
    await elsewhere.locator(".many[data-impulse]").waitFor();
    expect(elsewhere.url()).toContain("#/many?example=cradle-first-collision");
    await elsewhere.close();
  });

  it("goes back to the gallery with a sentence where a link holds no study", async () => {
    for (const [hash, reason] of [
      ["#/impact?s=garbage!!", "characters that no such link has"],
      ["#/impact?s=AAAA", "cut off or damaged"],
      ["#/impact?example=no-such-thing", "There is no example no-such-thing"],
      ["#/impact?example=../secret", "does not name an example"],
    ] as const) {
      await goTo(page, hash);
      await page.getByRole("alert").filter({ hasText: reason }).waitFor();
    }
  });

  it("asks for nothing from elsewhere, breaks no policy and reports no error", () => {
    // A missing example is an answer of the server, which the console reports.
    expect(lab.problems.filter((problem) => !problem.includes("404"))).toEqual([]);
  });
});
