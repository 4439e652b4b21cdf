/** Every control of every view is pressed, twice, in both orders, at three widths: nothing breaks, no text covers or cuts another. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { goTo, type Lab, openLab } from "./lab-page.js";
import { findTextFlaws, type TextFlaw } from "./text-flaws.js";
import { VIEWS } from "./views.js";

interface Flawed {
  readonly findTextFlaws: () => TextFlaw[];
}

const WIDTHS = [1440, 1024, 390];

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await openLab();
  page = await lab.open("#/", { width: 1440, height: 900 });
  await page.evaluate(`window.findTextFlaws = ${findTextFlaws}`);
});
afterAll(() => lab?.close());

/** Presses all there is in the page, in this order; what leads elsewhere, opens a file or saves one is left out. */
function pressAll(backwards: boolean, drawn: boolean): Promise<{ readonly pressed: string[]; readonly flaws: string[] }> {
  return page.evaluate(
    async ({ reversed, waits }) => {
      const found = [
        ...document.querySelectorAll<HTMLElement>(
          "#root button, #root [role=tab], #root input[type=radio], #root input[type=checkbox], #root summary, #root [role=slider]",
        ),
      ];
      const frame = () => new Promise((done) => (waits ? requestAnimationFrame(done) : setTimeout(done, 0)));
      const { findTextFlaws: textFlaws } = window as unknown as Flawed;
      const told = () => textFlaws().map(({ what, text, by }) => `${text} is ${what} by ${by}`);
      const pressed: string[] = [];
      const flaws: string[] = [];
      for (const control of reversed ? found.reverse() : found) {
        if (!control.isConnected || control.getClientRects().length === 0) continue;
        const name = control.getAttribute("aria-label") ?? control.textContent ?? "";
        if (/Share|Open |Bring|Save|Copy|Inspect|Next:|Present|Take away|^Build$|^Tell$|as SVG|as PNG|BibTeX|LaTeX/.test(name)) continue;
        for (let time = 0; time < 2; time++) {
          if (control.getAttribute("role") === "slider")
            control.dispatchEvent(new KeyboardEvent("keydown", { key: time === 0 ? "ArrowRight" : "ArrowLeft", bubbles: true }));
          else control.click();
          await frame();
          // Once pressed, not only after all is as it was. What moves may cover something for a moment.
          if (time > 0 || reversed || !waits || told().length === 0) continue;
          const until = performance.now() + 1500;
          while (told().length > 0 && performance.now() < until) await new Promise((done) => setTimeout(done, 100));
          flaws.push(...told().map((flaw) => `after ${name}: ${flaw}`));
        }
        pressed.push(name);
        if (document.querySelector("main")?.textContent?.trim() === "") throw new Error(`the page is blank after ${name}`);
      }
      return { pressed, flaws };
    },
    { reversed: backwards, waits: drawn },
  );
}

describe.each(VIEWS)("%s", (hash, shown) => {
  it.each(WIDTHS)("takes every press at %i px, and its texts stand apart", async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await goTo(page, "#/engines");
    await goTo(page, hash);
    await page.locator(shown).first().waitFor();
    // Every press puts another body into the builder's scene, which software draws: it is pressed faster than it is drawn.
    const drawn = !hash.startsWith("#/build");
    const { pressed, flaws } = await pressAll(false, drawn);
    expect(pressed).not.toEqual([]);
    expect(flaws).toEqual([]);
    await pressAll(true, drawn);
    expect(await page.locator("main").count()).toBe(1);
    await goTo(page, hash);
    await page.locator(shown).first().waitFor();
    await expect.poll(() => page.evaluate(() => (window as unknown as Flawed).findTextFlaws()), { timeout: 3000 }).toEqual([]);
    expect(lab.problems.splice(0)).toEqual([]);
  });
});
