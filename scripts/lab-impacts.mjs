// Opens every impact of every sim- example in the player of the built lab, each by one press, and says how much script of the page's thread
// that took and whether the smallest of the bodies that strike is in the picture. Exit code 1 where one takes longer than MOST, does not
// open, or is out of sight. Time on the clock, from the press until the frame in which it is drawn has begun, is told besides: on a machine
// that others use it says little.
//
//     node scripts/lab-impacts.mjs [--least] [EXAMPLE...]     --least: only the first impacts of each
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { servedLab } from "./served-lab.mjs";
import { root } from "./source-files.mjs";

/** ms of script. */
const MOST = 50;
const FEW = 12;

const names = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const least = process.argv.includes("--least");
const examples = readdirSync(join(root, "examples"))
  .filter((file) => /^sim-.*\.json$/.test(file))
  .map((file) => file.slice(0, -".json".length))
  .filter((name) => names.length === 0 || names.includes(name));

const { url, browser, end } = await servedLab();
/** ms from a press to the next frame but one, on the clock. */
const elapsed = [];
const all = { opened: 0, slowest: 0, late: 0, shut: 0, unseen: 0, problems: 0 };
for (const example of examples) {
  const page = await browser.newPage({ viewport: { width: 1210, height: 640 } });
  page.on("pageerror", (error) => {
    all.problems++;
    console.log(`${example}: ${error}`);
  });
  await page.goto(`${url}#/run?example=${example}`);
  await page.locator(".player[data-end]").waitFor({ timeout: 300_000 });
  // A run that is still computed has more of them in a moment.
  await page.locator(".run-progress").waitFor({ state: "detached", timeout: 300_000 });
  const count = Number(await page.locator(".player").getAttribute("data-impacts"));
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const script = async () =>
    1000 * (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "ScriptDuration").value;
  const times = [];
  let shut = 0;
  let unseen = 0;
  // What the page does while nobody asks for anything is not the price of a press.
  const idle = () => page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 0), { timeout: 1000 })));
  for (let i = 0; i < (least ? Math.min(count, FEW) : count); i++) {
    for (let turn = 0; turn < 3; turn++) await idle();
    const before = await script();
    // One press: of the arrow that leads to the next impact, or, for the first, of Home and the arrow.
    if (i === 0) await page.keyboard.press("Home");
    await page.evaluate(() => {
      const press = () => {
        window.pressedAt = performance.now();
      };
      window.addEventListener("click", press, { capture: true, once: true });
    });
    await page.getByRole("button", { name: "Next impact" }).click();
    elapsed.push(
      await page.evaluate(
        () =>
          new Promise((done) =>
            requestAnimationFrame(() => requestAnimationFrame((now) => setTimeout(() => done(now - window.pressedAt), 0))),
          ),
      ),
    );
    times.push((await script()) - before);
    const seen = await page.evaluate(() => {
      const holder = document.querySelector(".canvas-holder");
      const [x, y] = (holder?.dataset.lookedAt ?? "").split(" ").map(Number);
      const address = new URLSearchParams(window.location.hash.split("?")[1]);
      return { inside: x > 0 && y > 0 && x < holder.clientWidth && y < holder.clientHeight, event: Number(address.get("event")) };
    });
    if (seen.event !== i + 1) shut++;
    if (!seen.inside) unseen++;
  }
  const sorted = [...times].sort((a, b) => a - b);
  const slowest = sorted.at(-1) ?? 0;
  const lateOnes = times.flatMap((time, i) => (time > MOST ? [`${i + 1} (${time.toFixed(0)} ms)`] : []));
  const late = lateOnes.length;
  console.log(
    `${example}: ${times.length} of ${count} impacts, median ${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(1)} ms, slowest ` +
      `${slowest.toFixed(1)} ms, ${late} late, ${shut} not opened, ${unseen} out of sight`,
  );
  if (late > 0) console.log(`  late: ${lateOnes.join(", ")}`);
  all.opened += times.length;
  all.slowest = Math.max(all.slowest, slowest);
  all.late += late;
  all.shut += shut;
  all.unseen += unseen;
  await page.close();
}
await end();
const { opened, slowest, late, shut, unseen, problems } = all;
console.log(
  `${opened} impacts of ${examples.length} examples: slowest ${slowest.toFixed(1)} ms of script (at most ${MOST}), ` +
    `${late} late, ${shut} not opened, ${unseen} out of sight, ${problems} errors`,
);
elapsed.sort((a, b) => a - b);
const part = (share) => (elapsed[Math.min(elapsed.length - 1, Math.floor(share * elapsed.length))] ?? 0).toFixed(0);
console.log(`on the clock: median ${part(0.5)} ms, 95 of 100 within ${part(0.95)} ms, slowest ${part(1)} ms`);
process.exitCode = late + shut + unseen + problems > 0 ? 1 : 0;
