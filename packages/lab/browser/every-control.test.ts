/** Every control of every view is pressed, twice, in both orders, at three widths: nothing breaks, no text covers or cuts another. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { goTo, type Lab, openLab } from "./lab-page.js";
import { VIEWS } from "./views.js";

const WIDTHS = [1440, 1024, 390];

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await openLab();
  page = await lab.open("#/", { width: 1440, height: 900 });
});
afterAll(() => lab?.close());

/** Presses all there is in the page, in this order; what leads elsewhere, opens a file or saves one is left out. */
function pressAll(backwards: boolean, drawn: boolean): Promise<string[]> {
  return page.evaluate(
    async ({ reversed, waits }) => {
      const found = [
        ...document.querySelectorAll<HTMLElement>("#root button, #root [role=tab], #root input[type=radio], #root [role=slider]"),
      ];
      const frame = () => new Promise((done) => (waits ? requestAnimationFrame(done) : setTimeout(done, 0)));
      const pressed: string[] = [];
      for (const control of reversed ? found.reverse() : found) {
        if (!control.isConnected || control.getClientRects().length === 0) continue;
        const name = control.getAttribute("aria-label") ?? control.textContent ?? "";
        if (/Share|Open |Save|Copy|Inspect|Next:|Present|Take away|^Build$|as SVG|as PNG/.test(name)) continue;
        for (let time = 0; time < 2; time++) {
          if (control.getAttribute("role") === "slider")
            control.dispatchEvent(new KeyboardEvent("keydown", { key: time === 0 ? "ArrowRight" : "ArrowLeft", bubbles: true }));
          else control.click();
          await frame();
        }
        pressed.push(name);
        if (document.querySelector("main")?.textContent?.trim() === "") throw new Error(`the page is blank after ${name}`);
      }
      return pressed;
    },
    { reversed: backwards, waits: drawn },
  );
}

interface Flaw {
  readonly what: "covered" | "cut off";
  readonly text: string;
  readonly by: string;
}

/** Texts that cover each other by more than a hair, and texts that reach out of their picture or the window. */
function flaws(): Promise<Flaw[]> {
  return page.evaluate(() => {
    /** What is left of a box inside everything that cuts it off: names too long for their place end in dots. */
    const seen = (box: DOMRect, element: Element): DOMRect => {
      let { left, right, top, bottom } = box;
      for (let at: Element | null = element; at !== null && at.id !== "root"; at = at.parentElement) {
        if (at instanceof SVGElement || getComputedStyle(at).overflowX === "visible") continue;
        const frame = at.getBoundingClientRect();
        [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
        [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
      }
      return new DOMRect(left, top, right - left, bottom - top);
    };
    const texts: { text: string; box: DOMRect; element: Element }[] = [];
    const walker = document.createTreeWalker(document.getElementById("root")!, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement!;
      const text = node.textContent!.trim();
      if (text === "" || element.closest("title, .katex, [hidden], .scene-words, .stage-words, .cm-editor") !== null) continue;
      const style = getComputedStyle(element);
      if (style.visibility === "hidden" || style.clipPath !== "none" || Number(style.opacity) < 0.1) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const whole of range.getClientRects()) {
        const box = seen(whole, element);
        if (box.width > 1 && box.bottom > 0 && box.top < window.innerHeight) texts.push({ text, box, element });
      }
    }
    const found: { what: "covered" | "cut off"; text: string; by: string }[] = [];
    texts.forEach(({ text, box, element }, i) => {
      for (const other of texts.slice(i + 1)) {
        if (other.element === element || element.contains(other.element) || other.element.contains(element)) continue;
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // Lines of text stand closer than their boxes are high.
        if (across > 3 && down > 0.45 * Math.min(box.height, other.box.height)) found.push({ what: "covered", text, by: other.text });
      }
      const picture = element.closest("svg")?.getBoundingClientRect();
      const scrolls = element.closest(".table-scroll, .icicle-scroll, .tabs, .data-table") !== null;
      if (!scrolls && (box.right > document.documentElement.clientWidth + 1 || box.left < -1))
        found.push({ what: "cut off", text, by: "window" });
      else if (picture !== undefined && getComputedStyle(element.closest("svg")!).overflow === "hidden" && box.right > picture.right + 1)
        found.push({ what: "cut off", text, by: "picture" });
    });
    return found;
  });
}

describe.each(VIEWS)("%s", (hash, shown) => {
  it.each(WIDTHS)("takes every press at %i px, and its texts stand apart", async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await goTo(page, "#/engines");
    await goTo(page, hash);
    await page.locator(shown).first().waitFor();
    // Every press puts another body into the builder's scene, which software draws: it is pressed faster than it is drawn.
    const drawn = !hash.startsWith("#/build");
    expect(await pressAll(false, drawn)).not.toEqual([]);
    await pressAll(true, drawn);
    expect(await page.locator("main").count()).toBe(1);
    await goTo(page, hash);
    await page.locator(shown).first().waitFor();
    await expect.poll(flaws, { timeout: 3000 }).toEqual([]);
    expect(lab.problems.splice(0)).toEqual([]);
  });
});
