/**
 * One round of use of the lab, by hand and keys: opens studies, opens impacts, plays, drags, switches views, themes and the editor, and
 * ends at the gallery. For the test and the script that look at the memory.
 */

const EXAMPLES = ["sim-phone-drop", "sim-break-follow", "sim-ball-to-rest"];

async function goTo(page, hash, shown) {
  await page.evaluate((to) => {
    window.location.hash = to;
  }, hash);
  await page.locator(shown).first().waitFor({ timeout: 120_000 });
}

async function drag(page, selector, by) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not on the page`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by[0], y + by[1], { steps: 8 });
  await page.mouse.up();
}

/** @param number of the round: it chooses the example */
export async function roundOfUse(page, number) {
  await goTo(page, `#/run?example=${EXAMPLES[number % EXAMPLES.length]}`, ".player[data-impacts] .timeline");
  for (const key of ["Home", "]", "]", "]", "o", "o"]) await page.keyboard.press(key);
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForTimeout(400);
  // A slow machine may have played it to its end by then. A click that waits in vain keeps hold of elements for good: so none waits.
  await page.evaluate(() => document.querySelector(".play[aria-label=Pause]")?.click());
  await drag(page, ".player-stage .canvas-holder", [60, 20]);
  await goTo(page, "#/build?example=sim-ball-bounce-and-roll", ".build[data-done=true] .strip");
  await drag(page, ".build .canvas-holder", [40, 10]);
  await page.keyboard.press("Control+z");
  await goTo(page, "#/impact?example=slip-reversing-rod", ".inspector .knob");
  await drag(page, ".knob .disc", [-30, 10]);
  await page.keyboard.press("e");
  await page.locator(".cm-content").waitFor({ timeout: 60_000 });
  await page.keyboard.press("Escape");
  await page.keyboard.press("t");
  await goTo(page, "#/many?example=cradle-first-collision", ".many[data-impulse]");
  await goTo(page, "#/clatter", ".clatter[data-impulses]");
  await goTo(page, "#/sweep?example=sweep-rod-map", ".map-picture");
  await goTo(page, "#/tell/rod-turns-back?step=2", ".lesson[data-ready=true]");
  await goTo(page, "#/take?example=sim-ball-to-rest&tab=film", ".take-preview canvas");
  await page.keyboard.press("t");
  await goTo(page, "#/", ".card");
}
